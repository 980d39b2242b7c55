/** Facts of one model from the config, its endpoint or experience. */
export interface ReportedFacts {
  /** Tokens for input and answer together; default from our table or the endpoint, else 128,000. */
  readonly window?: number;
  /** Maximum tokens of an answer; default from our table or the endpoint. */
  readonly outputLimit?: number;
  /** USD per million tokens, at most six decimals: `{ input: 0.15, output: 0.6 }`; default from our table. */
  readonly price?: { readonly input: number | string; readonly output: number | string };
  /** Whether it accepts pictures; default from our table or the endpoint, else `true`. */
  readonly pictures?: boolean;
  /** Whether it can call tools; default from our table or the endpoint, else `true`. */
  readonly tools?: boolean;
  /** False requests answers in one piece instead of a stream; default `true`. */
  readonly stream?: boolean;
  /** Milliseconds of silence after which a call counts as stalled; default `THREADLINE_MODEL_STALL_MS`. */
  readonly stallMs?: number;
  /**
   * Where the template accepts system messages; `none` moves them into the first user message. Default `anywhere` on
   * OpenAI's own endpoint, else `first`.
   */
  readonly systemMessages?: 'anywhere' | 'first' | 'none';
  /** Whether user and assistant must alternate, tool calls aside; default from a rejection, else `any`. */
  readonly roles?: 'any' | 'alternate';
  /** Form of tool call ids; default from a rejection, else `any`. */
  readonly toolCallIds?: 'any' | 'nine-characters';
  /** Whether a request must end with a user message or tool results; default from a rejection, else `any`. */
  readonly lastMessage?: 'any' | 'user';
  /** Upper bound of the model's tokens per token of our count; default learned or from our table, else 1. */
  readonly tokenFactor?: number;
}

export type ReportSource = 'config' | 'learned' | 'endpoint';

/** By whole model id. Process-wide, so that Activities need not pass them on. */
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

/** `openai:` holds facts for all of a provider's models. */
export function providerKey(model: string): string {
  return /^\s*([^:/]+)[:/]/.exec(model)?.[1]?.toLowerCase().concat(':') ?? '';
}
