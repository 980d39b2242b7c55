import type { TestEnvironment } from '../testing/test-environment.js';

/** What every bench is given. */
export interface BenchInput {
  environment: TestEnvironment;
  /** Turns of the conversation that is measured. */
  turns: number;
  /** Tells how far it is, for people who wait. */
  onProgress: (line: string) => void;
}

/** Rows of figures under a heading; a cell is printed as it is, numbers to the right. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A figure that has an upper bound. It is told, never enforced: a machine under load is no failure. */
export interface BenchTarget {
  name: string;
  value: number;
  atMost: number;
}

export interface BenchReport {
  tables: readonly BenchTable[];
  targets: readonly BenchTarget[];
}

/** A benchmark: measures one thing and reports it. */
export interface Bench {
  /** By which it is asked for. */
  name: string;
  /** One line for `--help`. */
  summary: string;
  run(input: BenchInput): Promise<BenchReport>;
}
