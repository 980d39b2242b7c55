import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { type OfflineReply, planOfflineReply } from './plan-offline-reply.js';

export interface OfflineModelSettings {
  readonly delayMs?: number | undefined;
}

const PROVIDER = 'offline';
const MODEL_ID = 'demo';
const TEXT_ID = 'text-0';

/** Deterministic, without a network, and answers only from its context. */
export function createOfflineModel({ delayMs = 0 }: OfflineModelSettings = {}): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: PROVIDER,
    modelId: MODEL_ID,
    supportedUrls: { '*/*': [/.*/] },
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const reply = planOfflineReply(options);
      return {
        content: toContent(reply),
        finishReason: toFinishReason(reply),
        usage: toUsage(reply),
        response: { id: reply.id, modelId: MODEL_ID },
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = streamParts(planOfflineReply(options));
      return { stream: toStream(parts, delayMs, options.abortSignal) };
    },
  };
}

function* streamParts(reply: OfflineReply): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', id: reply.id, modelId: MODEL_ID };
  if (reply.words.length > 0) {
    yield { type: 'text-start', id: TEXT_ID };
    for (const delta of reply.words) yield { type: 'text-delta', id: TEXT_ID, delta };
    yield { type: 'text-end', id: TEXT_ID };
  }
  for (const call of reply.toolCalls) {
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
    yield { type: 'tool-input-delta', id: call.toolCallId, delta: call.input };
    yield { type: 'tool-input-end', id: call.toolCallId };
    yield { type: 'tool-call', ...call };
  }
  yield { type: 'finish', usage: toUsage(reply), finishReason: toFinishReason(reply) };
}

function toStream(
  parts: Generator<LanguageModelV3StreamPart>,
  delayMs: number,
  signal: LanguageModelV3CallOptions['abortSignal'],
): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      signal?.throwIfAborted();
      const { value, done } = parts.next();
      if (done) return controller.close();
      if (delayMs > 0 && value.type === 'text-delta') await pause(delayMs, signal);
      controller.enqueue(value);
    },
  });
}

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function toContent(reply: OfflineReply): LanguageModelV3Content[] {
  const text = reply.words.join('');
  const calls = reply.toolCalls.map((call) => ({ type: 'tool-call' as const, ...call }));
  return text === '' ? calls : [{ type: 'text', text }, ...calls];
}

function toFinishReason({ finish }: OfflineReply) {
  return { unified: finish, raw: finish };
}

function toUsage({ inputTokens, outputTokens }: OfflineReply): LanguageModelV3Usage {
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
  };
}
