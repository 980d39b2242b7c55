/** Facts about a model. Omitted facts come from our table or the endpoint. */
export interface ReportedFacts {
  /** Tokens for input and answer together. Default: 128,000 if unknown. */
  readonly window?: number;
  /** Maximum tokens of an answer. */
  readonly outputLimit?: number;
  /** USD per million tokens, with at most six decimals: `{ input: 0.15, output: 0.6 }`. */
  readonly price?: { readonly input: number | string; readonly output: number | string };
  /** Whether the model accepts images. Default: true if unknown. */
  readonly images?: boolean;
  /** Whether the model can call tools. Default: true if unknown. */
  readonly tools?: boolean;
  /** Set to false to request answers in one piece instead of a stream. Default: true. */
  readonly stream?: boolean;
  /** Milliseconds of silence after which a call counts as stalled. Default: `THREADLINE_MODEL_STALL_MS`. */
  readonly stallMs?: number;
  /**
   * Where the chat template accepts system messages. `none` moves them into the first user message. Default:
   * `anywhere` on OpenAI's own endpoint, else `first`.
   */
  readonly systemMessages?: 'anywhere' | 'first' | 'none';
  /** Whether user and assistant messages must alternate. Default: `any`, until the endpoint rejects a request. */
  readonly roles?: 'any' | 'alternate';
  /** The form of tool call ids. Default: `any`, until the endpoint rejects a request. */
  readonly toolCallIds?: 'any' | 'nine-characters';
  /** Whether a user message or tool results must be last. Default: `any`, until the endpoint rejects a request. */
  readonly lastMessage?: 'any' | 'user';
  /** How many tokens the model needs at most per token of our count. Default: 1 if unknown. */
  readonly tokenFactor?: number;
}

export type ReportSource = 'config' | 'learned' | 'endpoint';

/** Process-wide, so that Activities need not pass facts on. */
const reported: Readonly<Record<ReportSource, Map<string, ReportedFacts>>> = {
  config: new Map(),
  learned: new Map(),
  endpoint: new Map(),
};

export function reportFacts(source: ReportSource, model: string, facts: ReportedFacts): void {
  reported[source].set(toModelKey(model), facts);
}

export function findReportedFacts(source: ReportSource, model: string): ReportedFacts {
  return reported[source].get(toModelKey(model)) ?? {};
}

export function forgetFacts(source: ReportSource): void {
  reported[source].clear();
}

export function toModelKey(model: string): string {
  return model.trim().toLowerCase();
}

/** Such as `openai:`, for all of a provider's models. */
export function providerKey(model: string): string {
  return /^\s*([^:/]+)[:/]/.exec(model)?.[1]?.toLowerCase().concat(':') ?? '';
}
