import { redactSecrets } from '../../protocol/redact-secrets.js';
import { fetchList } from './provider-fetch.js';
import type { ChosenModel, FetchModels, ProviderSettings } from './provider.js';

const TIMEOUT_MS = 5_000;

interface FirstModelInput {
  readonly endpoint: ProviderSettings & { baseUrl: string };
  readonly fetchModels: FetchModels;
  readonly variable: string;
  readonly prefix: string;
}

export async function chooseFirstModel(input: FirstModelInput): Promise<ChosenModel> {
  const { endpoint, fetchModels, variable, prefix } = input;
  const remedy = `start the server, correct ${variable}, or name a model with THREADLINE_MODEL='${prefix}:<model>'`;
  // Redacted, because a base URL may contain a key.
  const url = redactSecrets(toModelsUrl(endpoint.baseUrl));
  let models: string[];
  try {
    models = await fetchModels(endpoint);
  } catch (error) {
    throw new Error(
      `No models could be listed at '${url}' (${redactSecrets(describeReason(error))}): ${remedy}`,
      {
        cause: error,
      },
    );
  }
  const [first] = models;
  if (first)
    return {
      model: `${prefix}:${first}`,
      reason: `the first model of ${variable} (${redactSecrets(endpoint.baseUrl)})`,
    };
  throw new Error(`The model list at '${url}' is empty: load a model there, ${remedy}`);
}

export const fetchModelIds: FetchModels = async ({ baseUrl, apiKey }) => {
  const response = await fetchList(toModelsUrl(baseUrl), {
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it answered with status ${response.status}`);
  const body: unknown = await response.json();
  const list = (body as { data?: unknown } | null)?.data;
  const ids = (Array.isArray(list) ? list : []).map((entry: { id?: unknown } | null) => entry?.id);
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
};

function toModelsUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/models`;
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} seconds`;
  // Only the deepest cause contains the reason.
  let deepest: Error = error;
  while (deepest.cause instanceof Error) deepest = deepest.cause;
  if ('code' in deepest && deepest.code === 'ERR_REDIRECT') return deepest.message;
  return 'code' in deepest && typeof deepest.code === 'string' ? deepest.code : deepest.message;
}
