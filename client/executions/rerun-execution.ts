import { randomUUID } from 'node:crypto';
import { isOwnExecution } from '../../protocol/ids.js';
import { parseTurnWorkflowId } from '../../protocol/parse-workflow-id.js';
import { rerunId } from '../../protocol/rerun-id.js';
import { findStarted, type StartedExecution } from '../../store/execution/find-started.js';
import { planRerun } from '../../flow/execution/plan-rerun.js';
import { chooseTrigger } from '../../flow/graph/choose-trigger.js';
import { loadFinishedNodes } from '../../store/execution/reused-outputs.js';
import { findFlowVersion, findPinnedVersion } from '../../store/flows/flows.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { retryTurn } from '../conversation/redo-turn.js';
import { ThreadlineError } from '../threadline-error.js';
import type { ExecutionLookup } from './execution-lookup.js';
import { startExecution } from './start-execution.js';

export interface RerunOptions extends CallOptions {
  /** Makes rerunning idempotent. Default: a new UUID. */
  id?: string;
  /** Default: the first run's text. */
  text?: string;
  /** Default: the first run's template values. */
  data?: unknown;
  /**
   * The first node that runs again. Nodes before and beside it keep their outputs. Default: all run again.
   */
  from?: string;
  /** With `from`: changed outputs of earlier nodes, by node id. */
  outputs?: Readonly<Record<string, unknown>>;
}

export async function rerunExecution(
  { context, lookup }: { context: ClientContext; lookup: ExecutionLookup },
  executionId: string,
  { id = randomUUID(), timeoutMs, ...changes }: RerunOptions,
): Promise<{ executionId: string }> {
  const call = new Call(context, { timeoutMs });
  const { finishedAt } = await lookup.find(executionId, call);
  const turn = parseTurnWorkflowId(executionId);
  if (turn) {
    if (Object.values(changes).some((change) => change !== undefined))
      throw notRepeatable(executionId, 'answers a message: edit the message instead');
    const { turnId, ...key } = turn;
    return retryTurn(context, key, { turnId, options: { turnId: id, timeoutMs } });
  }
  const [known] = await call.read(() => findStarted(context.db, [executionId]));
  if (!known) throw notRepeatable(executionId, 'is a sub-execution: rerun the execution that started it');
  if ((known.attachments ?? []).length > 0)
    throw notRepeatable(executionId, 'has files: start it again with them');
  if (changes.from !== undefined && finishedAt === null)
    throw notRepeatable(
      executionId,
      "has not ended: wait for its end, or cancel it, before you rerun it 'from' a node",
    );
  const { flow, input, trigger, output, user, version, isDraft } = known;
  const { from, outputs, text = input ?? '', data = known.data ?? undefined } = changes;
  await checkRerun({ context, call }, { known, changes });
  return startExecution(context, {
    flow,
    text,
    ...(data !== undefined && { data }),
    ...(trigger !== null && { trigger }),
    ...(output !== null && { output }),
    ...(user !== null && { user, ...(isOwnExecution(executionId, user) && { isOwn: true as const }) }),
    ...(isDraft && { version }),
    rerun: from === undefined ? undefined : { of: executionId, from, ...(outputs && { outputs }) },
    id: rerunId(executionId, id),
    timeoutMs,
  });
}

/** The execution repeats this check. */
async function checkRerun(
  { context: { db, isOperator }, call }: { context: ClientContext; call: Call },
  {
    known: { executionId, flow, version, isDraft, trigger: triggerId },
    changes: { from, outputs, text, data },
  }: { known: StartedExecution; changes: Pick<RerunOptions, 'from' | 'outputs' | 'text' | 'data'> },
): Promise<void> {
  if (from === undefined) {
    if (outputs) throw notRepeatable(executionId, "has other outputs, but no node 'from' which to run");
    return;
  }
  // Only an operator may change these, because a node that is skipped may have checked the input.
  if (!isOperator && [outputs, text, data].some((change) => change !== undefined))
    throw notRepeatable(
      executionId,
      "may be rerun 'from' a node with another text, data or outputs only by an administrator",
    );
  const found = await call.read(async () => {
    const current = isDraft ? { version } : await findPinnedVersion(db, flow);
    const definition = current && (await findFlowVersion(db, flow, current.version));
    return definition && { definition, ended: await loadFinishedNodes(db, executionId) };
  });
  if (!found) return;
  const { definition, ended } = found;
  const trigger = chooseTrigger(definition, { isTurn: false, triggerId });
  const planned =
    trigger !== undefined &&
    planRerun(definition, { trigger, rerun: { of: executionId, from, outputs }, ended });
  if (typeof planned === 'string') throw new ThreadlineError('Execution.NotRepeatable', planned);
}

function notRepeatable(executionId: string, why: string): ThreadlineError {
  return new ThreadlineError('Execution.NotRepeatable', `'${executionId.slice(0, 200)}' ${why}`);
}
