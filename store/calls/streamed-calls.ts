import { sql } from 'kysely';
import { isFinal, type ExecutionStatus } from '../../flow/execution/status.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { DatabaseTransaction } from '../database.js';
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

interface StreamedCallsInput {
  execution: { id: number; status: ExecutionStatus };
  /** The first step to read of the nodes whose text is shown; `workStep` is the first one of all other nodes. */
  shownStep: number;
  workStep: number;
}

/**
 * Loads the model calls that the stream may report now, in order. Nodes that run at the same time are reported
 * one after another, in the order in which they began: then one number is enough to say how far a reader is
 * among the shown calls, and one among the others. So a run waits until each run before it has ended or is known
 * to be of the other kind.
 */
export async function loadStreamedCalls(
  trx: DatabaseTransaction,
  input: StreamedCallsInput,
): Promise<StreamedCall[]> {
  const calls = await loadCalls(trx, input);
  const last = Math.max(0, ...calls.map(({ step }) => toRun(step)));
  const first = Math.min(toRun(input.shownStep), toRun(input.workStep));
  if (isFinal(input.execution.status) || last === first) return calls;
  const runs = await loadRuns(trx, { executionId: input.execution.id, first, last });
  const [shown, work] = [calls.filter(({ isShown }) => isShown), calls.filter(({ isShown }) => !isShown)];
  return [
    ...callsToTell({ calls: shown, others: work, from: toRun(input.shownStep), runs }),
    ...callsToTell({ calls: work, others: shown, from: toRun(input.workStep), runs }),
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

function loadCalls(
  trx: DatabaseTransaction,
  { execution, shownStep, workStep }: StreamedCallsInput,
): Promise<StreamedCall[]> {
  return trx
    .selectFrom('model_call')
    .select(['step', 'node_id as nodeId', 'attempt', 'purpose', 'is_shown as isShown', 'model', 'status'])
    .select(['error_type as errorType', 'error_message as errorMessage'])
    .select(
      sql<boolean>`status = 'completed' and error_type is not distinct from ${REFUSED_ANSWER}`.as(
        'isRefused',
      ),
    )
    .where('execution_id', '=', execution.id)
    .where((eb) =>
      eb.or([
        eb.and([eb('is_shown', '=', true), eb('step', '>=', shownStep)]),
        eb.and([eb('is_shown', '=', false), eb('step', '>=', workStep)]),
      ]),
    )
    .orderBy('step')
    .execute();
}

async function loadRuns(
  trx: DatabaseTransaction,
  { executionId, first, last }: { executionId: number; first: number; last: number },
): Promise<RunEnds> {
  const rows = await trx
    .selectFrom('node_output')
    .select(['run', sql<boolean>`finished_at is not null`.as('hasEnded')])
    .where('execution_id', '=', executionId)
    .where('run', '>=', first)
    .where('run', '<=', last)
    .execute();
  return new Map(rows.map(({ run, hasEnded }) => [run, hasEnded]));
}
