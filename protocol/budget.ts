/** Limits an execution and its sub-executions together. Default: no limit. */
export interface Budget {
  /** Input and output tokens of all model calls. */
  tokens?: number;
  /** All model calls together, in US dollars. */
  cost?: number;
}

/** The smallest value of numeric(20,12). */
const MIN_COST = 1e-12;
const MAX_COST = 1e8;

const FIELDS: Record<keyof Budget, { accepts: (value: unknown) => boolean; form: string }> = {
  tokens: {
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    form: 'a positive whole number of tokens',
  },
  cost: {
    accepts: (value) => typeof value === 'number' && value >= MIN_COST && value < MAX_COST,
    form: 'a positive number of USD below 100,000,000',
  },
};
const NAMES = Object.keys(FIELDS)
  .map((name) => `'${name}'`)
  .join(' and ');

export function budgetProblem(budget: unknown): string | undefined {
  if (typeof budget !== 'object' || budget === null || Array.isArray(budget))
    return `A budget is ${shown(budget)}; it must be an object with ${NAMES}`;
  const given = Object.entries(budget).filter(([, value]) => value !== undefined);
  if (given.length === 0) return `A budget sets no limit; it must have at least one of ${NAMES}`;
  for (const [name, value] of given) {
    if (!isField(name)) return `Budget field ${shown(name)} is not known; a budget has ${NAMES}`;
    const { accepts, form } = FIELDS[name];
    if (!accepts(value)) return `Budget field '${name}' is ${shown(value)}; it must be ${form}`;
  }
  return undefined;
}

/** A caller may lower the flow's budget but not raise it. */
export function lowerBudget(
  ofFlow: Budget | null | undefined,
  given: Budget | null | undefined,
): Budget | undefined {
  if (!ofFlow || !given) return ofFlow ?? given ?? undefined;
  const lower: Budget = {};
  for (const name of ['tokens', 'cost'] as const) {
    const limits = [ofFlow[name], given[name]].filter((limit) => limit !== undefined);
    if (limits.length > 0) lower[name] = Math.min(...limits);
  }
  return lower;
}

function isField(name: string): name is keyof Budget {
  return Object.hasOwn(FIELDS, name);
}

const SHOWN_CHARACTERS = 50;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return `'${String(value).slice(0, SHOWN_CHARACTERS)}'`;
}
