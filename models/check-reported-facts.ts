import { isStallLimit, MAX_STALL_MS, MIN_STALL_MS } from './stream/stall-limit.js';
import type { ReportedFacts } from './reported-facts.js';

const MAX_TOKENS = 1_000_000_000;
const PRICE = /^\d{1,6}(?:\.\d{1,6})?$/;

type FactCheck = { readonly holds: (value: unknown) => boolean; readonly form: string };

const TOKENS: FactCheck = {
  holds: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_TOKENS,
  form: 'a whole number of tokens',
};
const FLAG: FactCheck = { holds: (value) => typeof value === 'boolean', form: 'true or false' };
const STALL: FactCheck = {
  holds: (value) => typeof value === 'number' && isStallLimit(value),
  form: `a whole number of milliseconds from ${MIN_STALL_MS} to ${MAX_STALL_MS}`,
};
const PRICES: FactCheck = {
  holds: isPrice,
  form: '{ input, output } in USD per million tokens, with at most six decimals',
};
const makeChoice = (...values: readonly string[]): FactCheck => ({
  holds: (value) => typeof value === 'string' && values.includes(value),
  form: values.map((value) => `'${value}'`).join(' or '),
});
const FACTOR: FactCheck = {
  holds: (value) => typeof value === 'number' && value >= 0.1 && value <= 10,
  form: 'a number from 0.1 to 10',
};
const CHECKS: Readonly<Record<keyof ReportedFacts, FactCheck>> = {
  window: TOKENS,
  outputLimit: TOKENS,
  price: PRICES,
  images: FLAG,
  tools: FLAG,
  stream: FLAG,
  stallMs: STALL,
  systemMessages: makeChoice('anywhere', 'first', 'none'),
  roles: makeChoice('any', 'alternate'),
  toolCallIds: makeChoice('any', 'nine-characters'),
  lastMessage: makeChoice('any', 'user'),
  tokenFactor: FACTOR,
};

export function checkReportedFacts(place: string, facts: object): ReportedFacts {
  for (const [name, value] of Object.entries(facts)) {
    if (!Object.hasOwn(CHECKS, name))
      throw new Error(
        `${place} has the unknown field '${name}'; known are ${Object.keys(CHECKS).join(', ')}`,
      );
    const { holds, form } = CHECKS[name as keyof ReportedFacts];
    if (value !== undefined && !holds(value)) throw new Error(`${place}.${name} must be ${form}`);
  }
  return facts;
}

export function readReportedFact(name: string, value: unknown): ReportedFacts | undefined {
  if (!Object.hasOwn(CHECKS, name)) return undefined;
  return CHECKS[name as keyof ReportedFacts].holds(value) ? { [name]: value } : undefined;
}

function isPrice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { input, output } = value as { input?: unknown; output?: unknown };
  return [input, output].every(
    (price) => (typeof price === 'number' || typeof price === 'string') && PRICE.test(String(price)),
  );
}
