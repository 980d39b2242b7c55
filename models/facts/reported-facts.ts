/** Facts about a model. Omitted ones come from our table or the endpoint. */
export interface ReportedFacts {
  /** Tokens for input and answer together; default 128,000 if unknown. */
  readonly window?: number;
  /** Maximum tokens of an answer. */
  readonly outputLimit?: number;
  /** USD per million tokens, at most six decimals: `{ input: 0.15, output: 0.6 }`. */
  readonly price?: { readonly input: number | string; readonly output: number | string };
  /** Whether it accepts images; default `true` if unknown. */
  readonly images?: boolean;
  /** Whether it can call tools; default `true` if unknown. */
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
  /** Whether user and assistant must alternate; default `any` until a rejection. */
  readonly roles?: 'any' | 'alternate';
  /** Form of tool call ids; default `any` until a rejection. */
  readonly toolCallIds?: 'any' | 'nine-characters';
  /** Whether a user message or tool results must be last; default `any` until a rejection. */
  readonly lastMessage?: 'any' | 'user';
  /** Upper bound of the model's tokens per token of our count; default 1 if unknown. */
  readonly tokenFactor?: number;
}

export type ReportSource = 'config' | 'learned' | 'endpoint';

/** Process-wide, so that Activities need not pass them on. */
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
