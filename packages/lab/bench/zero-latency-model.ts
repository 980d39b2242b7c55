import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { ReadableStream } from 'node:stream/web';
import { askedSentinels } from '../../testing/asked-sentinels.js';

export const FINISH = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 100, text: 100, reasoning: 0 },
  },
} satisfies LanguageModelV3StreamPart;

export function zeroLatencyModel(text: string): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'zero',
    modelId: 'latency',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Benches stream')),
    doStream: () => Promise.resolve({ stream: ReadableStream.from(parts(text)) as ReadableStream }),
  };
}

export function summarizingModel(text: string): LanguageModelV3 {
  const summary = JSON.stringify({ summary: `[Topic: The way] ${text}` });
  return {
    ...zeroLatencyModel(text),
    doStream: (options) => {
      const asked = askedSentinels(JSON.stringify(options.prompt));
      const block = asked ? `\n${asked.open}\n${summary}\n${asked.close}` : '';
      return zeroLatencyModel(text + block).doStream(options);
    },
  };
}

function* parts(text: string): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: '0' };
  yield { type: 'text-delta', id: '0', delta: text };
  yield { type: 'text-end', id: '0' };
  yield FINISH;
}
