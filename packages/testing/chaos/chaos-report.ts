import { groupBy } from '../../../trajectory/render/group-by.js';
import type { PlannedFault } from './plan-chaos.js';

/** The rules that a run keeps, whatever fails. */
export type ChaosRule =
  /** Each accepted turn stands once in its thread, in order, with its whole answer. */
  | 'thread'
  /** Each model call is counted once. */
  | 'counted'
  /** At the end every turn is done, and nothing is held, reserved or half streamed. */
  | 'unfinished'
  /** The text that a reader of the stream has is the stored answer. */
  | 'streamed'
  /** No Workflow Task failed. */
  | 'workflow-task'
  /** Every error that a caller gets is a ThreadlineError. */
  | 'error'
  /** No worker ends by itself. */
  | 'worker';

/** A rule that was broken, and where. */
export interface ChaosViolation {
  readonly rule: ChaosRule;
  readonly detail: string;
}

/** A fault as it happened. */
export interface ChaosFaultReport extends PlannedFault {
  /** From the start of the run to the moment when all was as before. */
  readonly endedAtMs: number;
  /** Turns that were under way while it lasted. */
  readonly turnsInFlight: number;
  /** How long after its end the last of them was answered; 0: all were answered before. */
  readonly slowestMs: number;
}

/** The outcome of a chaos run. */
export interface ChaosReport {
  readonly seed: number;
  readonly minutes: number;
  readonly turns: number;
  readonly faults: readonly ChaosFaultReport[];
  /** ThreadlineErrors that callers got, `<method> <type>`, with their number. */
  readonly errors: Readonly<Record<string, number>>;
  /** Empty: the run kept every rule. */
  readonly violations: readonly ChaosViolation[];
}

/** The report for people: the timeline, the slowest turns, the errors and the violations. */
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
