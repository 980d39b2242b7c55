import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { ModelCallPurpose, ModelCallStatus } from '../tables/call.table.js';

/** A model call that the stream reports to its readers. */
export interface StreamedCall {
  step: number;
  nodeId: string;
  attempt: number;
  purpose: ModelCallPurpose;
  isShown: boolean;
  model: string;
  status: ModelCallStatus;
  errorType: string | null;
  errorMessage: string | null;
  /** Its text is not what was asked for, and another one follows. */
  isRefused: boolean;
}

/** The error of a call that was answered with something other than the object that was asked for. */
export const REFUSED_ANSWER = 'Model.InvalidAnswer' satisfies FailureType;

/**
 * Selects the model calls that the stream may report now, in order. Nodes that run at the same time are reported
 * one after another, in the order in which they began: then one number is enough to say how far a reader is
 * among the shown calls, and one among the others. So a run waits until each run before it has ended or is known
 * to be of the other kind.
 */
export function selectToldCalls(
  calls: readonly StreamedCall[],
  {
    place,
    runs,
  }: {
    /** The step that the reader is at among the calls whose text is shown, and among the others. */
    place: { readonly step: number; readonly workStep?: number };
    runs: RunEnds;
  },
): StreamedCall[] {
  const [shown, work] = [calls.filter(({ isShown }) => isShown), calls.filter(({ isShown }) => !isShown)];
  return [
    ...callsToTell({ calls: shown, others: work, from: toRun(place.step), runs }),
    ...callsToTell({ calls: work, others: shown, from: toRun(place.workStep ?? 0), runs }),
  ];
}

/** For each run that has a row, by its ordinal, whether it has ended. */
type RunEnds = ReadonlyMap<number, boolean>;

/**
 * Selects the calls of one kind that do not have to wait for an earlier run. `others` are the calls of the other
 * kind.
 */
export function callsToTell<Call extends { step: number }>({
  calls,
  others,
  from,
  runs,
}: {
  calls: readonly Call[];
  others: readonly Call[];
  from: number;
  runs: RunEnds;
}): Call[] {
  const own = new Set(calls.map(({ step }) => toRun(step)));
  const elsewhere = new Set(others.map(({ step }) => toRun(step)));
  let run = from;
  for (const last = Math.max(...own); run < last; run += 1) {
    const hasEnded = runs.get(run);
    if (own.has(run) ? hasEnded !== true : hasEnded === undefined && !elsewhere.has(run)) break;
  }
  return calls.filter(({ step }) => toRun(step) <= run);
}

/** The ordinal of the run that a step belongs to. */
function toRun(step: number): number {
  return Math.max(0, Math.floor((step - 1) / STEP_BLOCK));
}
