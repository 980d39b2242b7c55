/** How hard a model that reasons should think, from not at all on. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Whether a model may, must not or has to call a tool. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string };

/** How a model is asked, by the AI SDK's names; what is absent is the provider's to choose. */
export interface CallSettings {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Of the first call for a question: with one that has to call a tool the agent would never answer. */
  readonly toolChoice?: ToolChoice | undefined;
  /** By the provider's name: what only that provider understands. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Their names, in the order in which they are shown. */
export const CALL_SETTINGS = [
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoningEffort',
  'toolChoice',
  'providerOptions',
  'headers',
] as const satisfies readonly (keyof CallSettings)[];
