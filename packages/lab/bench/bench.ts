import type { TestEnvironment } from '../../testing/test-environment.js';

/** The input of every bench. */
export interface LocalBenchInput {
  /** Turns of a conversation that is measured; default: the bench's own number. */
  turns: number | undefined;
  /** Conversations at once, where a bench has many; default: the bench's own number. */
  conversations: number | undefined;
  /** A user may have at once what a worker allows by default, where a bench sets limits; else few things. */
  hasDefaultLimits: boolean;
  /** Part of the name of the only case to measure, where a bench has several; default: all. */
  only: string | undefined;
  /** Tells how far it is, for people who wait. */
  onProgress: (line: string) => void;
}

/** The input of a bench that measures on servers. */
export interface BenchInput extends LocalBenchInput {
  environment: TestEnvironment;
}

/** Rows of figures under a heading; a cell is printed as it is, numbers to the right. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A figure that has a bound. It is told, never enforced: a machine under load is no failure. */
export type BenchTarget = { name: string; value: number } & ({ atMost: number } | { atLeast: number });

export interface BenchReport {
  tables: readonly BenchTable[];
  targets: readonly BenchTarget[];
}

/** A benchmark on a Temporal server and a Postgres: measures one thing and reports it. */
export interface Bench {
  /** By which it is asked for. */
  name: string;
  /** One line for `--help`. */
  summary: string;
  run(input: BenchInput): Promise<BenchReport>;
}

/** A benchmark that needs no server: none is started for it. */
export interface LocalBench {
  name: string;
  summary: string;
  isLocal: true;
  run(input: LocalBenchInput): Promise<BenchReport>;
}
