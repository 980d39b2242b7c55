import { fetchModelIds } from './providers/choose-first-model.js';
import type { ChosenModel, FetchModels } from './providers/provider.js';
import { listProviders, listVariables, type ModelSettings } from './providers/providers.js';

export interface ChooseModelSettings extends ModelSettings {
  readonly threadlineModel?: string | undefined;
  readonly stallMs?: number | undefined;
  readonly asksCounters?: boolean | undefined;
  readonly fetchModels?: FetchModels | undefined;
}

const VARIABLES = listVariables().map(([, variables]) => variables);
const BASE_URLS = VARIABLES.flatMap(({ baseUrl, isBaseUrlEnough }) => (isBaseUrlEnough ? [baseUrl] : []));
// British English puts no comma before the last item.
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const MODEL_VARIABLES = either.format([
  ...VARIABLES.map(({ apiKey }) => apiKey),
  ...BASE_URLS,
  'THREADLINE_MODEL',
]);

export const MODEL_SETTINGS = either.format(['THREADLINE_MODEL', ...BASE_URLS, 'the API key']);

export async function chooseModel(settings: ChooseModelSettings): Promise<ChosenModel> {
  const { threadlineModel, fetchModels = fetchModelIds } = settings;
  if (threadlineModel) return { model: checkId(threadlineModel), reason: 'THREADLINE_MODEL is set' };
  for (const [name, provider] of listProviders()) {
    const chosen = await provider.chooseModel(settings[name] ?? {}, fetchModels);
    if (chosen) return chosen;
  }
  throw new Error('The offline provider chose no model');
}

function checkId(id: string): string {
  if (/^[^:]+:./.test(id)) return id;
  throw new Error(
    `Environment variable THREADLINE_MODEL is '${id}' but must be 'provider:model', for example 'openai:gpt-4o-mini'`,
  );
}
