/** How clients of one provider are commonly pointed somewhere else. */
export interface BaseUrlVariable {
  readonly variable: string;
  /** Holds the key. */
  readonly key: string;
  /** The live base URL, in the form that the variable usually holds. */
  readonly live?: string;
}

/** Stands for a base URL that a person put somewhere as `{{provider}}`, in the place of a variable's name. */
export const GIVEN = 'given';

/** Base-URL variables that providers' own clients and many agents read. */
export const BASE_URL_VARIABLES: readonly BaseUrlVariable[] = [
  { variable: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY', live: 'https://api.openai.com/v1' },
  { variable: 'OPENAI_API_BASE', key: 'OPENAI_API_KEY', live: 'https://api.openai.com/v1' },
  { variable: 'ANTHROPIC_BASE_URL', key: 'ANTHROPIC_API_KEY', live: 'https://api.anthropic.com' },
  { variable: 'GOOGLE_GEMINI_BASE_URL', key: 'GEMINI_API_KEY', live: 'https://generativelanguage.googleapis.com' },
  { variable: 'DEEPSEEK_BASE_URL', key: 'DEEPSEEK_API_KEY', live: 'https://api.deepseek.com' },
  { variable: 'MISTRAL_BASE_URL', key: 'MISTRAL_API_KEY', live: 'https://api.mistral.ai/v1' },
  { variable: 'OPENROUTER_BASE_URL', key: 'OPENROUTER_API_KEY', live: 'https://openrouter.ai/api/v1' },
  { variable: 'XAI_BASE_URL', key: 'XAI_API_KEY', live: 'https://api.x.ai/v1' },
  { variable: 'GROQ_BASE_URL', key: 'GROQ_API_KEY', live: 'https://api.groq.com/openai/v1' },
];
