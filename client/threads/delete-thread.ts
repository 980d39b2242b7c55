import { forgetSessionFiles } from '../../store/trajectory-files/forget-files.js';
import { deleteThreads, listThreadWorkflowIds } from '../../store/threads/delete-threads.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { deleteWorkflows } from '../../temporal/delete-workflows.js';
import { notFound } from './not-found.js';

/** The counts of what was deleted with a sub-thread. */
export interface DeletedThread {
  /** With it and what hung on it, at any level. */
  threads: number;
  turns: number;
  messages: number;
  executions: number;
  workflowRuns: number;
}

/**
 * Deletes a sub-thread and all that hangs on it: first the Workflows, then the rows and exported
 * trajectories. Doing it again after a failure is fine.
 * Throws `Conversation.UnknownThread` where there is none.
 */
export async function deleteThread(context: ClientContext, key: ConversationKey): Promise<DeletedThread> {
  const workflowId = conversationWorkflowId(key);
  const { db, temporal, trajectoryFolder: folder } = context;
  const call = new Call(context);
  const known = await call.read(() => listThreadWorkflowIds(db, workflowId));
  // One whose row is not there may still run: it was started and refused, or half deleted before.
  const ids = new Set([...known, workflowId]);
  const { runIds, wasRunning } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: [...ids], executions: [] }),
  );
  const { workflowIds, ...deleted } = await call.store(() => deleteThreads(db, workflowId));
  // Threads that somebody hung on them meanwhile.
  const late = workflowIds.filter((id) => !ids.has(id));
  const { runIds: lateRunIds } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: late, executions: [] }),
  );
  if (folder !== undefined)
    for (const session of new Set([...ids, ...late]))
      await call.store(() => forgetSessionFiles(folder, { user: key.user, session }));
  // Closed runs without a row are what the server has not yet deleted since the thread was. A second try may delete
  // nothing that the first one did.
  if (known.length === 0 && deleted.threads === 0 && !wasRunning) throw notFound(key);
  return { ...deleted, workflowRuns: new Set([...runIds, ...lateRunIds]).size };
}
