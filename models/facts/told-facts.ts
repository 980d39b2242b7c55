/** Facts of one model from the project's config, its endpoint or experience. Each source omits the facts it lacks. */
export interface ToldFacts {
  /** Tokens that input and answer may have together; default: what our table or the endpoint says, else 128,000. */
  readonly window?: number;
  /** Tokens that an answer may have at the most; default: what our table or the endpoint says. */
  readonly outputLimit?: number;
  /** USD per million tokens, with at most six decimals: `{ input: 0.15, output: 0.6 }`; default: that of our table, else unknown. */
  readonly price?: { readonly input: number | string; readonly output: number | string };
  /** Whether it takes pictures; default: what our table or the endpoint says, else `true`. */
  readonly pictures?: boolean;
  /** Whether it can call tools; default: what our table or the endpoint says, else `true`. */
  readonly tools?: boolean;
  /** False: answers of its endpoint are requested in one piece instead of as a stream; default `true`. */
  readonly stream?: boolean;
  /** Milliseconds without a sign of life after which a call counts as stalled; default: `THREADLINE_MODEL_STALL_MS`. */
  readonly stallMs?: number;
  /**
   * Where its chat template accepts system messages: `anywhere`; `first`, which is one before all others; or `none`, then
   * their text leads the first user message. Default: `anywhere` on OpenAI's own endpoint, else `first`.
   */
  readonly systemMessages?: 'anywhere' | 'first' | 'none';
  /** Whether user and assistant must take turns, tool calls aside; default: what a rejection showed, else `any`. */
  readonly roles?: 'any' | 'alternate';
  /** The form of tool call ids: any, or 9 letters or digits; default: what a rejection showed, else `any`. */
  readonly toolCallIds?: 'any' | 'nine-characters';
  /** Whether a request must end with a user message or tool results; default: what a rejection showed, else `any`. */
  readonly lastMessage?: 'any' | 'user';
  /** The model's tokens per token of our count, at the most; default: what its own counts or our table say, else 1. */
  readonly tokenFactor?: number;
}

/** Sources of facts besides our table. */
export type Teller = 'config' | 'learned' | 'endpoint';

/**
 * The facts that this process knows, by the model's whole id. The config is read before a worker's first call, and
 * learned facts are refreshed in the background, so the planner need not pass them from Activity to Activity.
 */
const told: Readonly<Record<Teller, Map<string, ToldFacts>>> = {
  config: new Map(),
  learned: new Map(),
  endpoint: new Map(),
};

/** Sets the facts that a source has of a model, in place of its earlier ones. */
export function tellFacts(teller: Teller, model: string, facts: ToldFacts): void {
  told[teller].set(toModelKey(model), facts);
}

/** Looks up the facts that a source has of a model; an empty object when it has none. */
export function findToldFacts(teller: Teller, model: string): ToldFacts {
  return told[teller].get(toModelKey(model)) ?? {};
}

/** Forgets all facts of a source. */
export function forgetFacts(teller: Teller): void {
  told[teller].clear();
}

/** The form of a model's id by which its facts are found. */
export function toModelKey(model: string): string {
  return model.trim().toLowerCase();
}

/** The key of facts that hold for all models of a provider: `openai:` of `openai:gpt-4o`. Empty without a provider. */
export function providerKey(model: string): string {
  return /^\s*([^:/]+)[:/]/.exec(model)?.[1]?.toLowerCase().concat(':') ?? '';
}
