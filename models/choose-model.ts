import { fetchModelIds } from './providers/choose-first-model.js';
import type { ChosenModel, FetchModels } from './providers/provider.js';
import { listProviders, listVariables, type ModelSettings } from './providers/providers.js';

/** The settings that decide the default model; an empty one counts as not set. */
export interface ChooseModelSettings extends ModelSettings {
  /** THREADLINE_MODEL */
  readonly threadlineModel?: string | undefined;
  /** THREADLINE_MODEL_STALL_MS: the default for all models. */
  readonly stallMs?: number | undefined;
  /** THREADLINE_TOKEN_COUNTERS: whether providers' own token counters are asked. */
  readonly asksCounters?: boolean | undefined;
  /** Default: the endpoint is asked over HTTP. */
  readonly fetchModels?: FetchModels | undefined;
}

const VARIABLES = listVariables().map(([, variables]) => variables);
const BASE_URLS = VARIABLES.flatMap(({ baseUrl, isBaseUrlEnough }) => (isBaseUrlEnough ? [baseUrl] : []));
// British English has no comma before the last item.
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The environment variables that lead to a real model in place of the offline one, as words: `A, B or C`. */
export const MODEL_VARIABLES = either.format([
  ...VARIABLES.map(({ apiKey }) => apiKey),
  ...BASE_URLS,
  'THREADLINE_MODEL',
]);

/** The settings to correct where the default model cannot be had, as words. */
export const MODEL_SETTINGS = either.format(['THREADLINE_MODEL', ...BASE_URLS, 'the API key']);

/**
 * Chooses the default model by what is set: THREADLINE_MODEL; else the first provider whose settings are enough, the
 * offline model at last. Throws a plain Error of one sentence that names the variable or URL and the remedy.
 */
export async function chooseModel(settings: ChooseModelSettings): Promise<ChosenModel> {
  const { threadlineModel, fetchModels = fetchModelIds } = settings;
  if (threadlineModel) return { model: checkId(threadlineModel), reason: 'THREADLINE_MODEL is set' };
  for (const [name, provider] of listProviders()) {
    const chosen = await provider.chooseModel(settings[name] ?? {}, fetchModels);
    if (chosen !== undefined) return chosen;
  }
  throw new Error('The offline provider chose no model');
}

function checkId(id: string): string {
  if (/^[^:]+:./.test(id)) return id;
  throw new Error(
    `Environment variable THREADLINE_MODEL is '${id}' but must be 'provider:model', for example 'openai:gpt-4o-mini'`,
  );
}
