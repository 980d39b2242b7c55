import { listUnfit, type AboveRule } from '../../context/threads/list-unfit.js';
import { conversationWorkflowId, upkeepWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { UPKEEP_WORKFLOW } from '../../protocol/messages.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import type { Database } from '../../store/database.js';
import { loadAncestry } from '../../store/threads/load-ancestry.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';

/** Opening a thread waits at most this long. */
const TIMEOUT_MS = 1_000;

/** Only workers know the settings and models. */
const LARGEST_ROOM: AboveRule = { room: Infinity, tokens: undefined };

/** If a new thread's ancestors have too much text. Never throws. */
export async function startSummaryAbove(context: ClientContext, key: ConversationKey): Promise<void> {
  const { temporal, db, taskQueue } = context;
  const workflowId = conversationWorkflowId(key);
  try {
    const call = new Call(context, { timeoutMs: TIMEOUT_MS });
    if (!(await call.read(() => mayBeDue(db, workflowId)))) return;
    await call.send(() =>
      temporal.workflow.signalWithStart(UPKEEP_WORKFLOW, {
        taskQueue,
        workflowId: upkeepWorkflowId(workflowId),
        args: [key],
        signal: 'wake',
        staticSummary: `Upkeep of ${key.user} with ${key.flow}`.slice(0, 100),
      }),
    );
  } catch {
    // The first turn starts the summary.
  }
}

async function mayBeDue(db: Database, workflowId: string): Promise<boolean> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId === undefined) return false;
  return listUnfit(await loadAncestry(db, conversationId), LARGEST_ROOM).length > 0;
}
