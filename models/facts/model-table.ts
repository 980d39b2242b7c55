import { listProviders } from '../providers/providers.js';
import type { ModelFacts } from './model-facts.js';

/** The models whose facts are known. A model that is not listed has defaults, or settings of its node. */
export const KNOWN_MODELS: readonly ModelFacts[] = listProviders().flatMap(([, { models }]) => models);

/** The window of a model that is not in the table, in tokens: most models of today have at least this. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

/** The facts of one model; for an unknown one the defaults, without a price. */
export interface ModelEntry extends Omit<ModelFacts, 'prefix'> {
  readonly tokenFactor: number;
}

const UNKNOWN_MODEL: ModelEntry = { contextWindow: DEFAULT_CONTEXT_WINDOW, tokenFactor: 1 };
/** A price has at most six decimals per million tokens, so one token costs a whole number of 1e-12 USD. */
const PRICE_DECIMALS = 6;
const COST_DECIMALS = 12;

/**
 * Facts of a model by name: case-insensitive, with or without its provider (`openai:gpt-4o`, `openai/gpt-4o`,
 * `gpt-4o`), longest prefix in the table wins. Never throws: unknown and missing names get the defaults.
 */
export function lookUpModel(name: string | null | undefined): ModelEntry {
  const names = namesWithin((name ?? '').trim().toLowerCase());
  let best: ModelFacts | undefined;
  for (const facts of KNOWN_MODELS) {
    const isLonger = facts.prefix.length > (best?.prefix.length ?? 0);
    if (isLonger && names.some((candidate) => candidate.startsWith(facts.prefix))) best = facts;
  }
  if (!best) return UNKNOWN_MODEL;
  const { prefix: _prefix, ...entry } = best;
  return { tokenFactor: 1, ...entry };
}

/**
 * The cost of a call in USD, as a decimal string with twelve decimals (the form of `numeric(20,12)`), exact. Zero for a
 * model without a known price; token counts that are no positive numbers count as none.
 */
export function usageCost(usage: { model: string; inputTokens: number; outputTokens: number }): string {
  const price = lookUpModel(usage.model).price;
  if (!price) return toDecimal(0n);
  const cost =
    wholeTokens(usage.inputTokens) * pricePerToken(price.input) +
    wholeTokens(usage.outputTokens) * pricePerToken(price.output);
  return toDecimal(cost);
}

/** The name itself and what follows each separator: providers and vendors come before it, tags after. */
function namesWithin(name: string): string[] {
  const starts = [...name.matchAll(/[:/.]/g)].map((separator) => separator.index + 1);
  return [0, ...starts].map((start) => name.slice(start));
}

/** USD per million tokens as 1e-12 USD per token. */
function pricePerToken(price: string): bigint {
  const [whole = '0', decimals = ''] = price.split('.');
  return BigInt(whole + decimals.padEnd(PRICE_DECIMALS, '0'));
}

function wholeTokens(tokens: number): bigint {
  return Number.isFinite(tokens) && tokens > 0 ? BigInt(Math.round(tokens)) : 0n;
}

function toDecimal(units: bigint): string {
  const digits = units.toString().padStart(COST_DECIMALS + 1, '0');
  return `${digits.slice(0, -COST_DECIMALS)}.${digits.slice(-COST_DECIMALS)}`;
}
