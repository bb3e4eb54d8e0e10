/** How two runs are compared. Without zod, as `DIALECTS`: the config, which every worker loads, checks a profile by them. */
export const COMPARE_MODES = ['strict', 'causal', 'state'] as const;

/** The model APIs that the provider seam speaks. */
export const DIALECTS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
