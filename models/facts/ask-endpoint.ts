import { fetchList } from '../providers/provider-fetch.js';
import type { EndpointSource } from '../sources/model-source.js';
import type { ToldFacts } from './told-facts.js';

/** An endpoint that takes longer is as good as down: nobody waits for it. */
const PATIENCE_MS = 1_500;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Asks an endpoint what it knows of a model, at the addresses of llama.cpp, vLLM and Ollama at once. Undefined: within a
 * second and a half nobody answered at any of them. An endpoint that answers and tells nothing gives an empty object.
 */
export async function askEndpoint(
  { baseUrl, apiKey, headers }: EndpointSource,
  model: string,
): Promise<ToldFacts | undefined> {
  const base = baseUrl.replace(/\/+$/, '');
  const root = base.replace(/\/v\d+$/, '');
  const signal = AbortSignal.timeout(PATIENCE_MS);
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
      return {}; // no server, or none of this kind
    }
  }
}

/** vLLM lists the length that it was started with. */
function readList({ data }: Answer, model: string): ToldFacts {
  const entry = (Array.isArray(data) ? data : []).map(toObject).find(({ id }) => id === model);
  return withWindow(entry?.['max_model_len']);
}

/** llama.cpp tells the length of one conversation, and what its model sees. */
function readProps({ default_generation_settings: settings, modalities }: Answer): ToldFacts {
  const { vision } = toObject(modalities);
  const told = withWindow(toObject(settings)['n_ctx']);
  return typeof vision === 'boolean' ? { ...told, pictures: vision } : told;
}

/** Ollama tells the length that a model was trained with; one that is set for it, or that it was loaded with, holds. */
function readShown(shown: Answer, loaded: Answer, model: string): ToldFacts {
  const { parameters, model_info: info, capabilities } = shown;
  const set = /^num_ctx\s+(\d+)$/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  const running = (Array.isArray(loaded['models']) ? loaded['models'] : [])
    .map(toObject)
    .find(({ name }) => name === model || name === `${model}:latest`);
  const trained = Object.entries(toObject(info)).find(([name]) => name.endsWith('.context_length'))?.[1];
  const told = withWindow(set === undefined ? (running?.['context_length'] ?? trained) : Number(set));
  if (!Array.isArray(capabilities)) return told;
  return { ...told, pictures: capabilities.includes('vision'), tools: capabilities.includes('tools') };
}

function withWindow(window: unknown): ToldFacts {
  return typeof window === 'number' && Number.isSafeInteger(window) && window > 0 ? { window } : {};
}

function toObject(value: unknown): Answer {
  // Parse boundary: whatever serves there may answer anything; each field is checked before it is used.
  return typeof value === 'object' && value !== null ? (value as Answer) : {};
}
