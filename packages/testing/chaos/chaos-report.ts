import { groupBy } from '../../../protocol/group-by.js';
import type { PlannedFault } from './plan-chaos.js';

export type ChaosRule =
  /** Each accepted turn appears once in its thread, in order and with its whole answer. */
  | 'thread'
  | 'counted'
  /** At the end, every turn is done, and nothing is locked, reserved or half streamed. */
  | 'unfinished'
  /** The streamed text equals the stored answer. */
  | 'streamed'
  | 'workflow-task'
  /** Callers get only ThreadlineErrors. */
  | 'error'
  /** No worker exits on its own. */
  | 'worker';

export interface ChaosViolation {
  readonly rule: ChaosRule;
  readonly detail: string;
}

export interface ChaosFaultReport extends PlannedFault {
  /** Measured from the run's start until the server or worker has recovered. */
  readonly endedAtMs: number;
  readonly turnsInFlight: number;
  /** Measured from the fault's end until the last turn in flight got its answer. */
  readonly slowestMs: number;
}

export interface ChaosReport {
  readonly seed: number;
  readonly minutes: number;
  readonly turns: number;
  readonly faults: readonly ChaosFaultReport[];
  /** How many errors there were, by `<method> <type>`. */
  readonly errors: Readonly<Record<string, number>>;
  readonly violations: readonly ChaosViolation[];
}

export function formatChaosReport(report: ChaosReport): string {
  const { seed, minutes, turns, faults, errors, violations } = report;
  const timeline = faults.map(
    ({ fault, atMs, endedAtMs, turnsInFlight, slowestMs }) =>
      `${seconds(atMs)} - ${seconds(endedAtMs)}  ${fault.padEnd(16)}  ${String(turnsInFlight).padStart(3)} in flight, the last ${seconds(slowestMs).trim()} s after it`,
  );
  const slowest = groupBy(faults, ({ fault }) => fault);
  return [
    `seed ${seed}, ${minutes} min, ${turns} turns, ${faults.length} faults, ${violations.length} violations`,
    ...['', 'timeline (seconds)', ...timeline],
    ...['', 'slowest turn in flight after the end of a fault (seconds)'],
    ...[...slowest].map(([fault, all]) => `${seconds(findSlowest(all))}  ${fault}`),
    ...['', 'errors that callers got'],
    ...Object.entries(errors).map(([name, count]) => `${String(count).padStart(6)}  ${name}`),
    ...(violations.length === 0 ? [] : ['', 'violations']),
    ...violations.map(({ rule, detail }) => `${rule}: ${detail}`),
  ].join('\n');
}

function findSlowest(faults: readonly ChaosFaultReport[]): number {
  return Math.max(...faults.map(({ slowestMs }) => slowestMs));
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1).padStart(6);
}
