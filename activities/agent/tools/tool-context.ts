import { log } from '@temporalio/activity';
import { conversationWorkflowId } from '../../../protocol/ids.js';
import { parseTurnWorkflowId } from '../../../protocol/parse-workflow-id.js';
import type { Database } from '../../../store/database.js';
import type { ApprovalContext, ToolContext } from '../../../extend/tools/define-tool.js';
import type { CallWriter } from '../../trajectory/call-writer.js';
import type { TouchedThings } from '../../trajectory/touched-things.js';
import type { ToolProgress } from './tool-progress.js';
import { createToolArtifacts, type SavingCall } from './create-tool-artifacts.js';

export function createToolContext(
  db: Database,
  run: SavingCall & {
    workflowId: string;
    idempotencyKey: string;
    things: TouchedThings;
    writer: CallWriter;
    signal: AbortSignal;
    progress: ToolProgress;
  },
): ToolContext {
  return {
    ...createApprovalContext(run),
    idempotencyKey: run.idempotencyKey,
    artifacts: createToolArtifacts(db, run),
    touch: (touched) => run.things.add(touched),
    trajectory: run.writer.context,
    progress: (text) => run.progress.note(text),
    log,
  };
}

export function createApprovalContext({
  workflowId,
  execution,
  signal,
}: Pick<SavingCall, 'execution'> & { workflowId: string; signal: AbortSignal }): ApprovalContext {
  const turn = execution.conversationId === null ? undefined : parseTurnWorkflowId(workflowId);
  return {
    abortSignal: signal,
    user: execution.userId,
    executionId: workflowId,
    conversationId: turn ? conversationWorkflowId(turn) : null,
    turnId: turn?.turnId ?? null,
  };
}
