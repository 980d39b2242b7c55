import { checkReportedFacts } from '../check-reported-facts.js';
import type { ReportedFacts } from '../reported-facts.js';
import { createCompatibleModel } from '../providers/compatible-model.js';
import { listProviders } from '../providers/providers.js';
import type { AiSdkModel, AiSdkProvider, EndpointSource, ModelFactory, ModelSource } from './model-source.js';

export interface ReadSource {
  readonly factory: ModelFactory | undefined;
  readonly facts: readonly (readonly [model: string, ReportedFacts])[];
  readonly endpoint: EndpointSource | undefined;
}

const ENDPOINT_FIELDS = ['baseUrl', 'apiKey', 'headers', 'models'];

export function readModelSource(name: string, source: ModelSource): ReadSource {
  const place = `models.${name}`;
  if (/[:/\s]/.test(name) || name === '')
    throw new Error(
      `${place}: a provider's name is the part of an id before the colon, so it must have no colon, slash or blank`,
    );
  if (typeof source !== 'object' || source === null || isModel(source) || isProvider(source))
    return { factory: toFactory(place, source), facts: [], endpoint: undefined };
  // A config may be plain JavaScript.
  const { models: given = {} } = source as { models?: unknown };
  if (typeof given !== 'object' || given === null)
    throw new Error(`${place}.models must be an object by the models' names`);
  const facts = Object.entries(given).map(
    ([model, reported]) =>
      [model, checkReportedFacts(`${place}.models['${model}']`, Object(reported) as object)] as const,
  );
  if ('baseUrl' in source) return { factory: toEndpoint(name, source), facts, endpoint: source };
  const unknown = Object.keys(source).find((key) => key !== 'provider' && key !== 'models');
  if (unknown !== undefined || !('models' in source))
    throw new Error(
      `${place} must be a provider of the AI SDK, a function, { baseUrl, apiKey, headers, models } or { provider, models }`,
    );
  const { provider } = source;
  const whole = facts.find(([, { stream }]) => stream === false)?.[0];
  if (whole !== undefined && (provider || !canBeEndpoint(name)))
    throw new Error(
      `${place}.models['${whole}'].stream can be false only for a model of an endpoint with a baseUrl: remove it, or give ${place} a baseUrl`,
    );
  return {
    factory: provider && toFactory(place, provider),
    facts,
    endpoint: undefined,
  };
}

function canBeEndpoint(name: string): boolean {
  return listProviders().some(([known, { endpoint }]) => known === name && endpoint !== undefined);
}

function toFactory(place: string, source: unknown): ModelFactory {
  if (isModel(source)) return () => source;
  if (isProvider(source)) return (modelId) => source.languageModel(modelId);
  if (typeof source === 'function') return source as ModelFactory;
  throw new Error(
    `${place} must be a provider of the AI SDK, such as createMistral(), one of its models, or a function`,
  );
}

function toEndpoint(name: string, source: EndpointSource): ModelFactory {
  const { baseUrl, apiKey, headers } = source;
  const place = `models.${name}`;
  const unknown = Object.keys(source).find((key) => !ENDPOINT_FIELDS.includes(key));
  if (unknown !== undefined)
    throw new Error(`${place} has the unknown field '${unknown}'; known are ${ENDPOINT_FIELDS.join(', ')}`);
  if (typeof baseUrl !== 'string' || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(`${place}.baseUrl must be an address such as 'http://localhost:8080/v1'`);
  return (modelId) => createCompatibleModel(modelId, { name, baseUrl, apiKey, headers });
}

function isModel(source: unknown): source is AiSdkModel {
  return typeof source === 'object' && source !== null && 'doStream' in source;
}

/** Some AI SDK providers are functions. */
function isProvider(source: unknown): source is AiSdkProvider {
  const isHolder = (typeof source === 'object' && source !== null) || typeof source === 'function';
  return isHolder && typeof (source as Partial<AiSdkProvider>).languageModel === 'function';
}
