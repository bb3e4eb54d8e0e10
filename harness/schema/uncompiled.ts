/**
 * How the files of a scenario are parsed. zod writes and compiles a function for each object schema when it is first
 * used: 26 instead of 14 ms of each new worker for one scenario, and of each agent that reads its replay source. Over a
 * hundred thousand records it makes no difference that could be told. Given with each call: zod's own setting
 * would be that of the user's schemas too.
 */
export const UNCOMPILED = { jitless: true } as const;
