import { randomUUID } from 'node:crypto';
import { parseTurnWorkflowId } from '../../protocol/parse-workflow-id.js';
import { rerunId } from '../../protocol/rerun-id.js';
import { findStarted } from '../../store/execution/find-started.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { retryTurn } from '../conversation/redo-turn.js';
import { ThreadlineError } from '../threadline-error.js';
import type { ExecutionLookup } from './execution-lookup.js';
import { startExecution } from './start-execution.js';

export interface RerunOptions extends CallOptions {
  /** Makes rerunning idempotent. Default: a new UUID. */
  id?: string;
}

export async function rerunExecution(
  { context, lookup }: { context: ClientContext; lookup: ExecutionLookup },
  executionId: string,
  { id = randomUUID(), timeoutMs }: RerunOptions,
): Promise<{ executionId: string }> {
  const call = new Call(context, { timeoutMs });
  await lookup.find(executionId, call);
  const turn = parseTurnWorkflowId(executionId);
  if (turn) {
    const { turnId, ...key } = turn;
    return retryTurn(context, key, { turnId, options: { turnId: id, timeoutMs } });
  }
  const [known] = await call.read(() => findStarted(context.db, [executionId]));
  const hasFiles = (known?.attachments ?? []).length > 0;
  if (!known || hasFiles)
    throw new ThreadlineError(
      'Execution.NotRepeatable',
      `'${executionId.slice(0, 200)}' ${hasFiles ? 'has files: start it again with them' : 'is a sub-execution: rerun the execution that started it'}`,
    );
  const { flow, input, data, trigger, output, user } = known;
  return startExecution(context, {
    flow,
    text: input ?? '',
    ...(data !== null && { data }),
    ...(trigger !== null && { trigger }),
    ...(output !== null && { output }),
    ...(user !== null && { user }),
    id: rerunId(executionId, id),
    timeoutMs,
  });
}
