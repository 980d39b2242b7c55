import { fetchList } from '../providers/provider-fetch.js';
import type { EndpointSource } from '../sources/model-source.js';
import type { ReportedFacts } from '../reported-facts.js';

const TIMEOUT_MS = 1_500;

type Answer = Readonly<Record<string, unknown>>;

export async function askEndpoint(
  { baseUrl, apiKey, headers }: EndpointSource,
  model: string,
): Promise<ReportedFacts | undefined> {
  const base = baseUrl.replace(/\/+$/, '');
  const root = base.replace(/\/v\d+$/, '');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = { ...headers, ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  let isUp = false;
  const answers = await Promise.all([
    ask(`${root}/props`),
    ask(`${base}/models`),
    ask(`${root}/api/show`, { model }),
    ask(`${root}/api/ps`),
  ]);
  if (!isUp) return undefined;
  const [props, list, shown, loaded] = answers;
  return { ...readList(list, model), ...readProps(props), ...readShown(shown, loaded, model) };

  async function ask(url: string, body?: object): Promise<Answer> {
    try {
      const request = body && { method: 'POST', body: JSON.stringify(body) };
      const type = body && { 'content-type': 'application/json' };
      const response = await fetchList(url, { ...request, headers: { ...sent, ...type }, signal });
      isUp = true;
      return response.ok ? toObject(await response.json()) : {};
    } catch {
      return {};
    }
  }
}

function readList({ data }: Answer, model: string): ReportedFacts {
  const entry = (Array.isArray(data) ? data : []).map(toObject).find(({ id }) => id === model);
  return withWindow(entry?.['max_model_len']);
}

function readProps({ default_generation_settings: settings, modalities }: Answer): ReportedFacts {
  const { vision } = toObject(modalities);
  const reported = withWindow(toObject(settings)['n_ctx']);
  return typeof vision === 'boolean' ? { ...reported, images: vision } : reported;
}

/** Prefers the configured or loaded context length to the trained one. */
function readShown(shown: Answer, loaded: Answer, model: string): ReportedFacts {
  const { parameters, model_info: info, capabilities } = shown;
  const set = /^num_ctx\s+(\d+)$/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  const running = (Array.isArray(loaded['models']) ? loaded['models'] : [])
    .map(toObject)
    .find(({ name }) => name === model || name === `${model}:latest`);
  const trained = Object.entries(toObject(info)).find(([name]) => name.endsWith('.context_length'))?.[1];
  const reported = withWindow(set === undefined ? (running?.['context_length'] ?? trained) : Number(set));
  if (!Array.isArray(capabilities)) return reported;
  return { ...reported, images: capabilities.includes('vision'), tools: capabilities.includes('tools') };
}

function withWindow(window: unknown): ReportedFacts {
  return typeof window === 'number' && Number.isSafeInteger(window) && window > 0 ? { window } : {};
}

function toObject(value: unknown): Answer {
  return typeof value === 'object' && value !== null ? (value as Answer) : {};
}
