import type { TestEnvironment } from '../../testing/test-environment.js';

export interface LocalBenchInput {
  turns: number | undefined;
  conversations: number | undefined;
  hasDefaultLimits: boolean;
  only: string | undefined;
  onProgress: (line: string) => void;
}

export interface BenchInput extends LocalBenchInput {
  environment: TestEnvironment;
}

export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export type BenchTarget = { name: string; value: number } & ({ atMost: number } | { atLeast: number });

export interface BenchReport {
  tables: readonly BenchTable[];
  targets: readonly BenchTarget[];
}

export interface Bench {
  name: string;
  summary: string;
  run(input: BenchInput): Promise<BenchReport>;
}

export interface LocalBench {
  name: string;
  summary: string;
  isLocal: true;
  run(input: LocalBenchInput): Promise<BenchReport>;
}
