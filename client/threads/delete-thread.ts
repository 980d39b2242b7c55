import { forgetSessionFiles } from '../../store/trajectory-files/forget-files.js';
import { deleteThreads, listThreadWorkflowIds } from '../../store/threads/delete-threads.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { deleteWorkflows } from '../../temporal/delete-workflows.js';
import { notFound } from './not-found.js';
import type { DeletedThread } from '../../views/thread.js';

/** Deletes Workflows first, then rows and exported trajectories. Idempotent after a failure. */
export async function deleteThread(context: ClientContext, key: ConversationKey): Promise<DeletedThread> {
  const workflowId = conversationWorkflowId(key);
  const { db, temporal, trajectoryFolder: folder } = context;
  const call = new Call(context);
  const known = await call.read(() => listThreadWorkflowIds(db, workflowId));
  // A thread without a row may still run: refused after its start, or half deleted.
  const ids = new Set([...known, workflowId]);
  const { runIds, wasRunning } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: [...ids], executions: [] }),
  );
  const { workflowIds, ...deleted } = await call.store(() => deleteThreads(db, workflowId));
  const late = workflowIds.filter((id) => !ids.has(id));
  const { runIds: lateRunIds } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: late, executions: [] }),
  );
  if (folder !== undefined)
    for (const session of new Set([...ids, ...late]))
      await call.store(() => forgetSessionFiles(folder, { user: key.user, session }));
  // The server may keep closed runs of a deleted thread. A retry may find nothing left to delete.
  if (known.length === 0 && deleted.threads === 0 && !wasRunning) throw notFound(key);
  return { ...deleted, workflowRuns: new Set([...runIds, ...lateRunIds]).size };
}
