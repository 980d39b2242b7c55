import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { ModelCallPurpose, ModelCallStatus } from '../../views/call.js';

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
  isRefused: boolean;
}

export const REFUSED_ANSWER = 'Model.InvalidAnswer' satisfies FailureType;

/**
 * Puts the calls of parallel runs in one order, because a reader's position is one number for shown calls and
 * one for others.
 */
export function selectShownCalls(
  calls: readonly StreamedCall[],
  {
    place,
    runs,
  }: {
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

type RunEnds = ReadonlyMap<number, boolean>;

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

function toRun(step: number): number {
  return Math.max(0, Math.floor((step - 1) / STEP_BLOCK));
}
