export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string };

/** Named as in the AI SDK. */
export interface CallSettings {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Applies to each question's first call only, or the agent would never answer. */
  readonly toolChoice?: ToolChoice | undefined;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

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
