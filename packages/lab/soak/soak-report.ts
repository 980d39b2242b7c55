import type { ChaosRule } from '../../testing/chaos/index.js';
import type { WorkerMemory } from '../../testing/worker-process.js';

export interface SoakSample {
  readonly turns: number;
  readonly atMs: number;
  readonly workers: readonly WorkerMemory[];
  readonly connections: number;
}

export interface SoakViolation {
  readonly rule: ChaosRule | 'memory' | 'connections' | 'rollover';
  readonly detail: string;
}

export interface SoakReport {
  readonly seed: number;
  readonly turns: number;
  readonly seconds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly rollovers: readonly number[];
  readonly samples: readonly SoakSample[];
  readonly errors: Readonly<Record<string, number>>;
  readonly violations: readonly SoakViolation[];
}

const SHOWN_SAMPLES = 12;

export function formatSoakReport(report: SoakReport): string {
  const { seed, turns, seconds, faults, rollovers, samples, errors, violations } = report;
  const every = Math.max(1, Math.floor(samples.length / SHOWN_SAMPLES));
  const shown = samples.filter((_, index) => index % every === 0 || index === samples.length - 1);
  return [
    `seed ${seed}, ${turns} turns in ${seconds.toFixed(0)} s, ${sum(Object.values(faults))} faults, ${violations.length} violations`,
    `each conversation continued as new ${Math.min(...rollovers)} to ${Math.max(...rollovers)} times`,
    ...[
      '',
      ' turns   seconds  RSS in MB          heap in MB         connections',
      ...shown.map(formatSample),
    ],
    ...['', 'errors that callers got'],
    ...Object.entries(errors).map(([name, count]) => `${String(count).padStart(6)}  ${name}`),
    ...(violations.length === 0 ? [] : ['', 'violations']),
    ...violations.map(({ rule, detail }) => `${rule}: ${detail}`),
  ].join('\n');
}

export function formatSample({ turns, atMs, workers, connections }: SoakSample): string {
  const megabytes = (read: (memory: WorkerMemory) => number): string =>
    workers
      .map((worker) => (read(worker) / 1e6).toFixed(0).padStart(5))
      .join(' ')
      .padEnd(18);
  const at = `${String(turns).padStart(6)}  ${(atMs / 1_000).toFixed(0).padStart(8)}`;
  return `${at}  ${megabytes(({ rssBytes }) => rssBytes)} ${megabytes(({ heapBytes }) => heapBytes)} ${String(connections).padStart(4)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
