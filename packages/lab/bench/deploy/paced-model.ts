import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { setTimeout as delay } from 'node:timers/promises';
import { ReadableStream } from 'node:stream/web';
import { FINISH, zeroLatencyModel } from '../zero-latency-model.js';

const WORD = 'Onwards, then left. ';
const WORDS = 20;
const SLOW = /^Take (\d+) ms/;

export const ASKING_MESSAGE = 'Pay for the way from here to the station.';

export function slowMessage(forMs: number): string {
  return `Take ${forMs} ms for the way from here to the station.`;
}

export function pacedModel(): LanguageModelV3 {
  return {
    ...zeroLatencyModel(''),
    provider: 'paced',
    modelId: 'paced',
    doStream: (call) => Promise.resolve({ stream: ReadableStream.from(parts(call)) as ReadableStream }),
  };
}

async function* parts({
  prompt,
  abortSignal,
}: LanguageModelV3CallOptions): AsyncGenerator<LanguageModelV3StreamPart> {
  const pauseMs = readPace(prompt) / WORDS;
  yield { type: 'stream-start', warnings: [] };
  if (readMessage(prompt) === ASKING_MESSAGE && prompt.at(-1)?.role !== 'tool') {
    yield { type: 'tool-call', toolCallId: 'pay', toolName: 'pay', input: '{}' };
    yield { ...FINISH, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } };
    return;
  }
  yield { type: 'text-start', id: '0' };
  for (let word = 0; word < WORDS; word += 1) {
    yield { type: 'text-delta', id: '0', delta: WORD };
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: abortSignal });
  }
  yield { type: 'text-end', id: '0' };
  yield FINISH;
}

function readPace(prompt: LanguageModelV3CallOptions['prompt']): number {
  return Number(SLOW.exec(readMessage(prompt))?.[1] ?? 0);
}

function readMessage(prompt: LanguageModelV3CallOptions['prompt']): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  const text = message?.role === 'user' ? message.content.find(({ type }) => type === 'text') : undefined;
  return text?.type === 'text' ? text.text : '';
}
