/** The facts that a project's config or an endpoint tells of one model; absent ones are looked up elsewhere. */
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
}

/** Who may say something of a model, besides the table; the first one wins. */
export type Teller = 'config' | 'endpoint';

/**
 * The facts that this process was told, by the model's whole id. The project's config is known before a worker's first call, and
 * is the same in all calls, so the planner need not be handed it from Activity to Activity.
 */
const told: Readonly<Record<Teller, Map<string, ToldFacts>>> = { config: new Map(), endpoint: new Map() };

/** Keeps what is said of a model, in place of what the same teller said before. */
export function tellFacts(teller: Teller, model: string, facts: ToldFacts): void {
  told[teller].set(toKey(model), facts);
}

/** Looks up the facts that a teller knows of a model; empty: none. */
export function findToldFacts(teller: Teller, model: string): ToldFacts {
  return told[teller].get(toKey(model)) ?? {};
}

function toKey(model: string): string {
  return model.trim().toLowerCase();
}
