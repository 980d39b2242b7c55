import { isOpenAiBaseUrl } from './providers/openai-base-url.js';

/** Lists the model ids of an OpenAI-compatible endpoint. */
export type FetchModels = (input: { baseUrl: string; apiKey?: string | undefined }) => Promise<string[]>;

/** Settings by their environment variables; an empty one counts as not set. */
export interface ChooseModelSettings {
  /** THREADLINE_MODEL */
  readonly threadlineModel?: string | undefined;
  /** OPENAI_API_KEY */
  readonly openaiApiKey?: string | undefined;
  /** OPENAI_BASE_URL */
  readonly openaiBaseUrl?: string | undefined;
  /** ANTHROPIC_API_KEY */
  readonly anthropicApiKey?: string | undefined;
  readonly fetchModels?: FetchModels | undefined;
}

/** A model id and, for people, why it was chosen. */
export interface ChosenModel {
  readonly model: string;
  readonly reason: string;
}

const MODELS_TIMEOUT_MS = 5_000;

/**
 * Chooses the default model by what is set: THREADLINE_MODEL; else the first model of OPENAI_BASE_URL; else OpenAI,
 * Anthropic, the offline model. Throws a plain Error of one sentence that names the variable or URL and the remedy.
 */
export async function chooseModel(settings: ChooseModelSettings): Promise<ChosenModel> {
  const { threadlineModel, openaiApiKey, openaiBaseUrl, anthropicApiKey } = settings;
  if (threadlineModel) return { model: checkedId(threadlineModel), reason: 'THREADLINE_MODEL is set' };
  if (openaiBaseUrl && !isOpenAiBaseUrl(openaiBaseUrl)) {
    const model = await firstModel(openaiBaseUrl, settings);
    return { model: `openai:${model}`, reason: `the first model of OPENAI_BASE_URL (${openaiBaseUrl})` };
  }
  if (openaiApiKey) return { model: 'openai:gpt-4o-mini', reason: 'OPENAI_API_KEY is set' };
  if (anthropicApiKey) return { model: 'anthropic:claude-sonnet-4-5', reason: 'ANTHROPIC_API_KEY is set' };
  return {
    model: 'offline:demo',
    reason: 'no model and no API key is set: the built-in offline model answers',
  };
}

function checkedId(id: string): string {
  if (/^[^:]+:./.test(id)) return id;
  throw new Error(
    `Environment variable THREADLINE_MODEL is '${id}' but must be 'provider:model', for example 'openai:gpt-4o-mini'`,
  );
}

async function firstModel(baseUrl: string, settings: ChooseModelSettings): Promise<string> {
  const remedy =
    "start the server, correct OPENAI_BASE_URL, or name a model with THREADLINE_MODEL='openai:<model>'";
  const fetchModels = settings.fetchModels ?? fetchModelIds;
  let models: string[];
  try {
    models = await fetchModels({ baseUrl, apiKey: settings.openaiApiKey });
  } catch (error) {
    throw new Error(`No models could be listed at '${modelsUrl(baseUrl)}' (${reasonOf(error)}): ${remedy}`, {
      cause: error,
    });
  }
  const [first] = models;
  if (first) return first;
  throw new Error(`The model list at '${modelsUrl(baseUrl)}' is empty: load a model there, ${remedy}`);
}

/** Reads `/models` of an OpenAI-compatible endpoint, within five seconds. */
async function fetchModelIds({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined }) {
  const response = await fetch(modelsUrl(baseUrl), {
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal: AbortSignal.timeout(MODELS_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it answered with status ${response.status}`);
  const body: unknown = await response.json();
  // Parse boundary: `{ data: [{ id }] }`; what is of another form lists no models.
  const list = (body as { data?: unknown } | null)?.data;
  const ids = (Array.isArray(list) ? list : []).map((entry: { id?: unknown } | null) => entry?.id);
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
}

function modelsUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/models`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${MODELS_TIMEOUT_MS / 1_000} seconds`;
  // fetch says only "fetch failed"; the reason is at the bottom of its causes.
  let deepest: Error = error;
  while (deepest.cause instanceof Error) deepest = deepest.cause;
  return 'code' in deepest && typeof deepest.code === 'string' ? deepest.code : deepest.message;
}
