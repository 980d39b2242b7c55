import type { TextWeights } from '../../context/text-weights.js';
import { listProviders } from '../providers/providers.js';
import type { TemplateRules } from '../../context/grammar/template.js';
import type { ModelFacts } from './model-facts.js';
import { findToldFacts, providerKey, type ToldFacts } from './told-facts.js';
import { namesWithin } from './names-within.js';
import { findFamily, type TokenFamily } from './token-families.js';

/** The models whose facts are known. A model that is not listed has defaults, or settings of its node. */
export const KNOWN_MODELS: readonly ModelFacts[] = listProviders().flatMap(([, { models }]) => models);

/** The window of a model that is not in the table, in tokens: most models of today have at least this. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

/**
 * The source of a fact of a model, most trusted first. The config is a decision of the project; what a provider's own
 * answers and rejections showed is newer than our table, and surer than what an endpoint says about itself.
 */
export type FactSource = 'config' | 'learned' | 'table' | 'endpoint' | 'assumed';

/** The facts of one model; for an unknown one the defaults, without a price. */
export interface ModelEntry extends Omit<ModelFacts, 'prefix'> {
  readonly tokenFactor: number;
  /** The longest answer as the config, the endpoint or experience says; absent when only our table has one. */
  readonly outputLimit?: number | undefined;
  /** The classes of text that its tokenizer counts more for; absent: none. */
  readonly textWeights?: TextWeights;
  readonly takesPictures: boolean;
  readonly takesTools: boolean;
  readonly takesPrefill: boolean;
  /** False: its endpoint is asked for whole answers instead of streams, as the config says. */
  readonly isStreamed: boolean;
  readonly stallMs?: number | undefined;
  /** The rules of its chat template. */
  readonly template: Required<TemplateRules>;
  /** Who each fact comes from; a limit or a price that nobody gave is `assumed`: there is none. */
  readonly sources: Readonly<Record<keyof ToldFacts, FactSource>>;
}

/** Finds the most trusted source of a fact, and its value. */
type FindFact = <Name extends keyof ToldFacts>(fact: Name) => [FactSource, ToldFacts[Name]];

/** A price has at most six decimals per million tokens, so one token costs a whole number of 1e-12 USD. */
const PRICE_DECIMALS = 6;
const COST_DECIMALS = 12;

/**
 * Facts of a model by name: from the project's config, else from the table (case-insensitive, with or without its
 * provider: `openai:gpt-4o`, `openai/gpt-4o`, `gpt-4o`; the longest prefix wins), else as its endpoint tells, else the
 * defaults: a window of 128,000 tokens, pictures and tools. A learned fact comes before the table, and so does a smaller
 * window that the endpoint tells. Never throws.
 */
export function lookUpModel(name: string | null | undefined): ModelEntry {
  const id = name ?? '';
  const listed = findListed(id);
  const family = findFamily(id);
  const endpoint = { ...findToldFacts('endpoint', providerKey(id)), ...findToldFacts('endpoint', id) };
  const tellers = [
    ['config', findToldFacts('config', id)],
    ['learned', findToldFacts('learned', id)],
    ['table', toToldFacts(listed, family)],
    ['endpoint', endpoint],
  ] as const;
  const find: FindFact = (fact) => {
    const [source, facts] = tellers.find(([, said]) => said[fact] !== undefined) ?? [
      'assumed',
      {} as ToldFacts,
    ];
    return [source, facts[fact]];
  };
  const [windowFrom, window = DEFAULT_CONTEXT_WINDOW] = findWindow(find('window'), endpoint.window);
  const [outputLimitFrom, maxOutputTokens] = find('outputLimit');
  const [priceFrom, price] = find('price');
  const [picturesFrom, takesPictures = true] = find('pictures');
  const [toolsFrom, takesTools = true] = find('tools');
  const [streamFrom, isStreamed = true] = find('stream');
  const [stallFrom, stallMs] = find('stallMs');
  const { template, templateSources } = findTemplate(id, find);
  const [factorFrom, tokenFactor = 1] = find('tokenFactor');
  return {
    contextWindow: window,
    maxInputTokens: windowFrom === 'table' ? listed?.maxInputTokens : undefined,
    maxOutputTokens,
    outputLimit: outputLimitFrom === 'table' ? undefined : maxOutputTokens,
    price: price && { input: String(price.input), output: String(price.output) },
    tokenFactor,
    textWeights: family?.weights,
    takesPictures,
    takesTools,
    takesPrefill: listed?.takesPrefill ?? true,
    isStreamed,
    stallMs,
    template,
    sources: {
      window: windowFrom,
      outputLimit: outputLimitFrom,
      price: priceFrom,
      pictures: picturesFrom,
      tools: toolsFrom,
      stream: streamFrom,
      stallMs: stallFrom,
      ...templateSources,
      tokenFactor: factorFrom,
    },
  };
}

/** An endpoint that serves a listed model with a smaller window than the table has knows better. */
function findWindow(
  found: [FactSource, number | undefined],
  served: number | undefined,
): [FactSource, number | undefined] {
  const [source, window] = found;
  const isSmaller = source === 'table' && served !== undefined && served < (window ?? Infinity);
  return isSmaller ? ['endpoint', served] : found;
}

function toToldFacts(listed: ModelFacts | undefined, family: TokenFamily | undefined): ToldFacts {
  return {
    window: listed?.contextWindow,
    outputLimit: listed?.maxOutputTokens,
    price: listed?.price,
    // A listed model takes what the table does not deny.
    pictures: listed && (listed.takesPictures ?? true),
    tools: listed && (listed.takesTools ?? true),
    tokenFactor: family?.factor,
  };
}

function findTemplate(id: string, find: FindFact) {
  const [systemFrom, systemMessages = assumeSystemMessages(id)] = find('systemMessages');
  const [rolesFrom, roles = 'any'] = find('roles');
  const [idsFrom, toolCallIds = 'any'] = find('toolCallIds');
  const [lastFrom, lastMessage = 'any'] = find('lastMessage');
  return {
    template: { systemMessages, roles, toolCallIds, lastMessage },
    templateSources: {
      systemMessages: systemFrom,
      roles: rolesFrom,
      toolCallIds: idsFrom,
      lastMessage: lastFrom,
    },
  };
}

/** Only some endpoints accept system messages anywhere. The providers of those say so; the templates of others differ. */
function assumeSystemMessages(id: string): 'anywhere' | 'first' {
  const key = providerKey(id);
  const provider = listProviders().find(([, { interfaces, models }]) =>
    key === '' ? findListed(id, models) !== undefined : Object.hasOwn(interfaces, key.slice(0, -1)),
  );
  return provider?.[1].takesSystemAnywhere === true ? 'anywhere' : 'first';
}

function findListed(name: string, models: readonly ModelFacts[] = KNOWN_MODELS): ModelFacts | undefined {
  const names = namesWithin(name.trim().toLowerCase());
  let best: ModelFacts | undefined;
  for (const facts of models) {
    const isLonger = facts.prefix.length > (best?.prefix.length ?? 0);
    if (isLonger && names.some((candidate) => candidate.startsWith(facts.prefix))) best = facts;
  }
  return best;
}

/**
 * The cost of a call in USD, as a decimal string with twelve decimals (the form of `numeric(20,12)`), exact. Null for
 * a model without a known price; token counts that are no positive numbers count as none.
 */
export function usageCost(usage: {
  model: string;
  inputTokens: number;
  outputTokens: number;
}): string | null {
  const price = lookUpModel(usage.model).price;
  if (!price) return null;
  const cost =
    wholeTokens(usage.inputTokens) * pricePerToken(price.input) +
    wholeTokens(usage.outputTokens) * pricePerToken(price.output);
  return toDecimal(cost);
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
