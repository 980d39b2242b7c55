import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { fetchList } from '../providers/provider-fetch.js';
import type { ProviderRequest, RequestCounter } from '../providers/provider.js';
import { isRecord } from '../../protocol/is-record.js';

/** Short, because planning waits for the counter. */
const TIMEOUT_MS = 1_000;
const PAUSE_MS = 300_000;

export interface ProviderCount {
  readonly tokens: number;
  readonly by: string;
}

export type CountRequest = (
  modelId: string,
  options: LanguageModelV3CallOptions,
) => Promise<ProviderCount | undefined>;

interface ProviderCounterInput {
  counter: RequestCounter;
  createModel: (modelId: string, send: typeof fetch) => Promise<LanguageModelV3>;
}

export function createProviderCounter({ counter, createModel }: ProviderCounterInput): CountRequest {
  let pausedUntil = 0;
  return async (modelId, options) => {
    if (Date.now() < pausedUntil) return undefined;
    const tokens = await count(modelId, options).catch(() => undefined);
    if (tokens === undefined) pausedUntil = Date.now() + PAUSE_MS;
    return tokens === undefined ? undefined : { tokens, by: counter.name };
  };

  async function count(modelId: string, options: LanguageModelV3CallOptions): Promise<number | undefined> {
    const { request, init } = await captureRequest((send) => createModel(modelId, send), options);
    const { url, body } = counter.toRequest(request);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchList(url, { ...init, body: JSON.stringify(body), signal });
    const answer: unknown = response.ok ? await response.json() : undefined;
    const tokens = isRecord(answer) ? answer[counter.field] : undefined;
    return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
  }
}

interface CapturedRequest {
  request: ProviderRequest;
  init: RequestInit;
}

async function captureRequest(
  createModel: (send: typeof fetch) => Promise<LanguageModelV3>,
  options: LanguageModelV3CallOptions,
): Promise<CapturedRequest> {
  const sent: CapturedRequest[] = [];
  const model = await createModel((input, init = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const url = input instanceof Request ? input.url : String(input);
    if (isRecord(body)) sent.push({ request: { url, body }, init });
    return Promise.reject(new Error('Only the request is wanted'));
  });
  await Promise.resolve(model.doGenerate(options)).catch(() => undefined);
  const [captured] = sent;
  if (!captured) throw new Error('The provider sent no JSON');
  return captured;
}
