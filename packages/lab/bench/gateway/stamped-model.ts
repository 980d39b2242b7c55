import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadableStream } from 'node:stream/web';
import { FINISH, zeroLatencyModel } from '../zero-latency-model.js';

export interface Pace {
  deltas: number;
  everyMs: number;
  begin: (nth: number) => Promise<void>;
}

export function stampedModel({ deltas, everyMs, begin }: Pace): LanguageModelV3 {
  let asked = 0;
  async function* parts(nth: number): AsyncGenerator<LanguageModelV3StreamPart> {
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: '0' };
    await begin(nth);
    await sleep(Math.random() * everyMs);
    for (let delta = 0; delta < deltas; delta += 1) {
      yield { type: 'text-delta', id: '0', delta: `${nowMs().toFixed(1)} ` };
      await sleep(everyMs);
    }
    yield { type: 'text-end', id: '0' };
    yield FINISH;
  }
  return {
    ...zeroLatencyModel(''),
    provider: 'stamped',
    modelId: 'stamped',
    doStream: () => Promise.resolve({ stream: ReadableStream.from(parts(asked++)) as ReadableStream }),
  };
}

export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
