import { randomBytes } from 'node:crypto';
import { assistantFlow } from '../../../../flow/default-flow.js';
import type { EncryptionOptions } from '../../../../temporal/encryption/read-key-ring.js';
import { summarizeHistory } from '../../../testing/history-summary.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';
import { zeroLatencyModel } from '../zero-latency-model.js';

const QUESTION = 'What is the shortest way from here to the station? '.padEnd(110, '.');
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const TURNS = 200;
const WARM_UP_TURNS = 20;
const KEYS: EncryptionOptions = { keys: { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } } };

export const encryptionBench: Bench = {
  name: 'encryption',
  summary: 'a turn with encrypted payloads beside one without: time, CPU, bytes of history',
  async run(input) {
    const systems: TestSystem[] = [];
    try {
      for (const encryption of [undefined, KEYS])
        systems.push(
          await startTestSystem(input.environment, {
            flows: [assistantFlow('zero:latency')],
            models: { zero: () => zeroLatencyModel(ANSWER) },
            encryption,
          }),
        );
      return await measure(systems, input);
    } finally {
      for (const system of systems) await system.stop();
    }
  },
};

interface Sample {
  ms: number;
  cpuMs: number;
  bytes: number;
}

async function measure(
  systems: readonly TestSystem[],
  { turns = TURNS, onProgress }: BenchInput,
): Promise<BenchReport> {
  const talks = systems.map((system) => ({ talk: beginTalk(system), samples: [] as Sample[] }));
  for (let turn = 1 - WARM_UP_TURNS; turn <= turns; turn += 1) {
    for (const { talk, samples } of turn % 2 === 0 ? talks : [...talks].reverse()) {
      const sample = await talk();
      if (turn > 0) samples.push(sample);
    }
    if (turn % 50 === 0) onProgress(`encryption: ${turn} of ${turns} turns`);
  }
  const [plain = [], sealed = []] = talks.map(({ samples }) => samples);
  return report(plain, sealed);
}

function beginTalk(system: TestSystem): () => Promise<Sample> {
  const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  return async () => {
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    const { executionId } = await conversation.ask(QUESTION);
    const ms = performance.now() - startedMs;
    const handle = system.temporal.workflow.getHandle(executionId);
    await handle.result();
    const { user, system: kernel } = process.cpuUsage(cpu);
    return { ms, cpuMs: (user + kernel) / 1_000, bytes: (await summarizeHistory(handle)).bytes };
  };
}

function report(plain: readonly Sample[], sealed: readonly Sample[]): BenchReport {
  const row = (name: string, of: (sample: Sample) => number, at: number) => {
    const [before, after] = [plain, sealed].map((samples) => quantile(samples.map(of), at));
    return [name, rounded(before!, 1), rounded(after!, 1), rounded(after! / before!, 3)];
  };
  const middle = (samples: readonly Sample[]): number => median(samples.map(({ cpuMs }) => cpuMs));
  return {
    tables: [
      {
        title: `A turn without tools, ${plain.length} of each, by turns in one process`,
        columns: ['', 'plain', 'encrypted', 'ratio'],
        rows: [
          row('milliseconds, median', ({ ms }) => ms, 0.5),
          row('milliseconds, 95 %', ({ ms }) => ms, 0.95),
          row('CPU milliseconds of worker and client, median', ({ cpuMs }) => cpuMs, 0.5),
          row("bytes of the execution's history, median", ({ bytes }) => bytes, 0.5),
        ],
      },
    ],
    targets: [
      {
        name: 'CPU of an encrypted turn, to a plain one',
        value: middle(sealed) / middle(plain),
        atMost: 1.25,
      },
    ],
  };
}
