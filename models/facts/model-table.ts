import type { TextWeights } from '../../context/text/text-weights.js';
import { listProviders } from '../providers/providers.js';
import type { TemplateRules } from '../../context/grammar/request-template.js';
import type { ModelFacts } from '../model-facts.js';
import { findReportedFacts, providerKey, type ReportedFacts } from '../reported-facts.js';
import { nameSuffixes } from './name-suffixes.js';
import { findFamily, type TokenFamily } from './token-families.js';

export const KNOWN_MODELS: readonly ModelFacts[] = listProviders().flatMap(([, { models }]) => models);

/** Most current models have at least this. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

/** Ordered by trust, the most trusted first. Our table beats endpoints, which are the least reliable. */
export type FactSource = 'config' | 'learned' | 'table' | 'endpoint' | 'assumed';

export interface ModelEntry extends Omit<ModelFacts, 'prefix'> {
  readonly tokenFactor: number;
  readonly outputLimit?: number | undefined;
  readonly textWeights?: TextWeights;
  readonly takesPictures: boolean;
  readonly takesTools: boolean;
  readonly takesPrefill: boolean;
  readonly isStreamed: boolean;
  readonly stallMs?: number | undefined;
  readonly template: Required<TemplateRules>;
  readonly sources: Readonly<Record<keyof ReportedFacts, FactSource>>;
}

type FindFact = <Name extends keyof ReportedFacts>(fact: Name) => [FactSource, ReportedFacts[Name]];

/** Six decimals make a token cost a whole number of 1e-12 USD. */
const PRICE_DECIMALS = 6;
const COST_DECIMALS = 12;

/** Uses the smaller window if those of endpoint and table differ. */
export function lookUpModel(name: string | null | undefined): ModelEntry {
  const id = name ?? '';
  const listed = findListed(id);
  const family = findFamily(id);
  const endpoint = {
    ...findReportedFacts('endpoint', providerKey(id)),
    ...findReportedFacts('endpoint', id),
  };
  const sources = [
    ['config', findReportedFacts('config', id)],
    ['learned', findReportedFacts('learned', id)],
    ['table', toReportedFacts(listed, family)],
    ['endpoint', endpoint],
  ] as const;
  const find: FindFact = (fact) => {
    const [source, facts] = sources.find(([, reported]) => reported[fact] !== undefined) ?? [
      'assumed',
      {} as ReportedFacts,
    ];
    return [source, facts[fact]];
  };
  const [windowFrom, window = DEFAULT_CONTEXT_WINDOW] = findWindow(find('window'), endpoint.window);
  const [outputLimitFrom, maxOutputTokens] = find('outputLimit');
  const [priceFrom, price] = find('price');
  const [imagesFrom, takesPictures = true] = find('images');
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
      images: imagesFrom,
      tools: toolsFrom,
      stream: streamFrom,
      stallMs: stallFrom,
      ...templateSources,
      tokenFactor: factorFrom,
    },
  };
}

function findWindow(
  found: [FactSource, number | undefined],
  served: number | undefined,
): [FactSource, number | undefined] {
  const [source, window] = found;
  const isSmaller = source === 'table' && served !== undefined && served < (window ?? Infinity);
  return isSmaller ? ['endpoint', served] : found;
}

function toReportedFacts(listed: ModelFacts | undefined, family: TokenFamily | undefined): ReportedFacts {
  return {
    window: listed?.contextWindow,
    outputLimit: listed?.maxOutputTokens,
    price: listed?.price,
    images: listed && (listed.takesPictures ?? true),
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

function assumeSystemMessages(id: string): 'anywhere' | 'first' {
  const key = providerKey(id);
  const provider = listProviders().find(([, { interfaces, models }]) =>
    key === '' ? findListed(id, models) !== undefined : Object.hasOwn(interfaces, key.slice(0, -1)),
  );
  return provider?.[1].takesSystemAnywhere === true ? 'anywhere' : 'first';
}

function findListed(name: string, models: readonly ModelFacts[] = KNOWN_MODELS): ModelFacts | undefined {
  const names = nameSuffixes(name.trim().toLowerCase());
  let best: ModelFacts | undefined;
  let rest = '';
  for (const facts of models) {
    if (facts.prefix.length <= (best?.prefix.length ?? 0)) continue;
    const match = names.find((candidate) => candidate.startsWith(facts.prefix));
    if (match === undefined) continue;
    best = facts;
    rest = match.slice(facts.prefix.length);
  }
  return best && DEARER.test(rest) ? { ...best, price: undefined } : best;
}

/** Variants that cost many times as much as the model whose name they extend. */
const DEARER = /-(?:pro|deep-research)(?![a-z])/;

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
