import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { computeText, type ComputeRequest } from '../../flow/compute/compute-in-turn.js';
import type { TurnRequest } from '../../flow/code/fair-turns.js';
import { SandboxBusyError } from '../../flow/code/pool.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { missingRule } from '../../flow/settings/missing-rule.js';
import type { EvaluatedNode } from '../../protocol/activities/nodes.js';
import type { FailureType } from '../../protocol/failure-types.js';
import { refuseOverLimit } from '../../protocol/user-limits.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { nodeFailure } from '../node-failure.js';
import { LONGEST_PAUSE_MS, spreadRetry } from '../spread-retries.js';

/** Short in a local Activity, because waiting occupies one of the worker's few Workflow Tasks. */
const LOCAL_TIMEOUT_MS = 250;
/** Far below the timeout of a local Activity, ten seconds, which a busy machine might exceed. */
const LOCAL_RUN_MS = 3_000;
/** Waiting occupies an Activity slot. */
const TIMEOUT_MS = 30_000;
/** Leaves Activity slots for models and tools. */
const MAX_WAITING_OF_USER = 8;
const MAX_WAITING = 32;
/**
 * Pauses take five minutes in total, waiting up to ten more. Limits tries instead of time, because an hour
 * without a worker must not fail the node.
 */
const MAX_TRIES = 20;

const waiting = new Map<string, number>();

interface RunningFlow {
  execution: ExecutionFacts;
  flow: FlowDefinition;
}

export function toSandboxTurn({
  execution,
  flow,
  row: { nodeId },
}: RunningFlow & { row: { nodeId: string } }): ComputeRequest {
  return { nodeId, missing: missingRule(flow, nodeId), ...toTurnRequest(execution) };
}

export function toTurnRequest(execution: Pick<ExecutionFacts, 'id' | 'userId'>): TurnRequest {
  const { info, cancellationSignal } = Context.current();
  const user = execution.userId ?? '';
  return {
    line: [user, String(execution.id)],
    signal: cancellationSignal,
    timeoutMs: info.isLocal ? LOCAL_TIMEOUT_MS : hasRoomFor(user) ? TIMEOUT_MS : 0,
    runMs: info.isLocal ? LOCAL_RUN_MS : undefined,
  };
}

export async function evaluateInTurn(
  { execution }: Pick<RunningFlow, 'execution'>,
  evaluate: () => Promise<EvaluatedNode>,
): Promise<EvaluatedNode> {
  const { isLocal, attempt } = Context.current().info;
  const user = execution.userId ?? '';
  waiting.set(user, (waiting.get(user) ?? 0) + Number(!isLocal));
  try {
    return await evaluate();
  } catch (error) {
    if (!(error instanceof SandboxBusyError)) throw error;
    if (isLocal) return { kind: 'regular-activity' };
    throw busyFailure(error, { user, attempt });
  } finally {
    const left = (waiting.get(user) ?? 0) - Number(!isLocal);
    if (left > 0) waiting.set(user, left);
    else waiting.delete(user);
  }
}

export async function fillTemplate(
  template: Parameters<typeof computeText>[0],
  { execution, flow, nodeId }: RunningFlow & { nodeId: string },
): Promise<string> {
  try {
    return await computeText(template, toSandboxTurn({ execution, flow, row: { nodeId } }));
  } catch (error) {
    if (error instanceof CancelledFailure) throw error;
    throw error instanceof SandboxBusyError
      ? busyFailure(error, { user: execution.userId ?? '', attempt: Context.current().info.attempt })
      : nodeFailure('Node.Failed', error);
  }
}

function hasRoomFor(user: string): boolean {
  const all = [...waiting.values()].reduce((sum, count) => sum + count, 0);
  return (waiting.get(user) ?? 0) <= MAX_WAITING_OF_USER && all <= MAX_WAITING;
}

function busyFailure(
  cause: SandboxBusyError,
  { user, attempt }: { user: string; attempt: number },
): ApplicationFailure {
  const retry =
    attempt >= MAX_TRIES
      ? { nonRetryable: true }
      : { nextRetryDelay: spreadRetry(user, { attempt }), category: 'BENIGN' as const };
  if (cause.tasks !== undefined) {
    const { details, ...refusal } = refuseOverLimit({ user, limit: 'sandboxSeconds', value: cause.tasks });
    return ApplicationFailure.create({ ...refusal, details: [details], ...retry });
  }
  return ApplicationFailure.create({
    type: 'Node.Busy' satisfies FailureType,
    message:
      `${cause.message}, and were so ${attempt} times: try again in ${LONGEST_PAUSE_MS / 1_000} s, run more workers, ` +
      'give code nodes less to do, or give users fewer seconds at once (limits.perUser.sandboxSeconds)',
    details: [{ retryAfterMs: LONGEST_PAUSE_MS }],
    ...retry,
  });
}
