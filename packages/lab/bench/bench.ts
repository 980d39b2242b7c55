import type { TestEnvironment } from '../../testing/test-environment.js';

export interface LocalBenchInput {
  /** Turns of a measured conversation. Default: the bench's own number. */
  turns: number | undefined;
  /** Concurrent conversations, in benches with many. Default: the bench's own number. */
  conversations: number | undefined;
  /** Uses a worker's default user limits in benches that set limits, instead of tight ones. */
  hasDefaultLimits: boolean;
  /** Part of the name of the only case to measure. Default: all. */
  only: string | undefined;
  onProgress: (line: string) => void;
}

export interface BenchInput extends LocalBenchInput {
  environment: TestEnvironment;
}

/** Rows under a heading. Cells are printed as is, numbers right-aligned. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A number with a bound, which is reported but never enforced: a loaded machine is no failure. */
export type BenchTarget = { name: string; value: number } & ({ atMost: number } | { atLeast: number });

export interface BenchReport {
  tables: readonly BenchTable[];
  targets: readonly BenchTarget[];
}

export interface Bench {
  name: string;
  /** One line for `--help`. */
  summary: string;
  run(input: BenchInput): Promise<BenchReport>;
}

/** A benchmark without servers. */
export interface LocalBench {
  name: string;
  summary: string;
  isLocal: true;
  run(input: LocalBenchInput): Promise<BenchReport>;
}
