import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReadableStream } from 'node:stream/web';
import { FINISH, zeroLatencyModel } from '../zero-latency-model.js';

const BEGIN: LanguageModelV3StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '0' },
];
const KILOBYTE = 'all work and no play '.repeat(49);

const MANY_CALLS = 10_000;

export function callingModel(toolName: string): LanguageModelV3 {
  return callingTimes(1, toolName);
}

export function manyCallsModel(toolName: string): LanguageModelV3 {
  return callingTimes(MANY_CALLS, toolName);
}

function callingTimes(count: number, toolName: string): LanguageModelV3 {
  return {
    ...zeroLatencyModel('done'),
    doStream: (options) => {
      if (options.prompt.at(-1)?.role === 'tool') return zeroLatencyModel('done').doStream(options);
      return Promise.resolve({ stream: ReadableStream.from(calls(count, toolName)) as ReadableStream });
    },
  };
}

function* calls(count: number, toolName: string): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (let call = 1; call <= count; call += 1)
    yield { type: 'tool-call', toolCallId: `call-${call}`, toolName, input: '{}' };
  yield {
    ...FINISH,
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  } as LanguageModelV3StreamPart;
}

export function endlessModel(): LanguageModelV3 {
  return streaming(async function* () {
    yield* BEGIN;
    for (;;) {
      await nextTurn();
      yield { type: 'text-delta', id: '0', delta: KILOBYTE };
    }
  });
}

export function silentModel(): LanguageModelV3 {
  return streaming(async function* (signal) {
    yield* BEGIN;
    await new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
}

function streaming(
  parts: (signal: AbortSignal | undefined) => AsyncGenerator<LanguageModelV3StreamPart>,
): LanguageModelV3 {
  return {
    ...zeroLatencyModel(''),
    doStream: ({ abortSignal }) =>
      Promise.resolve({ stream: ReadableStream.from(parts(abortSignal)) as ReadableStream }),
  };
}
