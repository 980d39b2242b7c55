import { cleanTitle } from '../../context/threads/thread-title.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { setTitle } from '../../store/threads/set-title.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { mergeThreads } from '../threads/merge-threads.js';
import { notFound } from '../threads/not-found.js';
import { openThread } from '../threads/open-thread.js';
import { flattenConversation, readThreads } from '../threads/read-threads.js';
import type { ConversationHandle, ThreadMethods } from './handle.js';
import { forgetSessionFiles } from '../../store/trajectory/files/forget-files.js';
import { deleteThreads, hasForks, listThreadWorkflowIds } from '../../store/threads/delete-threads.js';
import { deleteWorkflows } from '../../temporal/delete-workflows.js';
import type { DeletedThread } from '../../views/thread.js';

export function createThreadMethods(
  context: ClientContext,
  key: ConversationKey,
  handleOf: (key: ConversationKey) => ConversationHandle,
): ThreadMethods {
  return {
    openThread: async (input) => handleOf(await openThread(context, key, input)),
    thread: (id) => handleOf({ ...key, thread: id }),
    threads: () => readThreads(context, key),
    deleteThread: async (id) => {
      const thread = { ...key, thread: id };
      handleOf(thread);
      return deleteThread(context, thread);
    },
    delete: () => deleteThread(context, key),
    rename: (title) => rename(context, key, title),
    flatten: () => flattenConversation(context, key),
    merge: (options) => mergeThreads(context, key, options),
  };
}

async function rename(context: ClientContext, key: ConversationKey, title: string): Promise<string> {
  if (typeof title !== 'string' || cleanTitle(title) === '')
    throw new ThreadlineError('Client.InvalidTitle', 'A title needs a visible character');
  const { db } = context;
  const isSet = await new Call(context).store(async () => {
    const conversationId = await findConversationId(db, conversationWorkflowId(key));
    return conversationId !== undefined && (await setTitle(db, { conversationId, title, byUser: true }));
  });
  if (isSet) return cleanTitle(title);
  throw notFound(key);
}

/** Ends Workflows before it deletes rows. Idempotent after a failure. */
async function deleteThread(context: ClientContext, key: ConversationKey): Promise<DeletedThread> {
  const workflowId = conversationWorkflowId(key);
  const { db, temporal, trajectoryFolder: folder } = context;
  const call = new Call(context);
  const forked = (): ThreadlineError =>
    new ThreadlineError(
      'Conversation.HasForks',
      `'${workflowId}' has forks, which read its messages: delete them first`,
    );
  if (key.thread === undefined && (await call.read(() => hasForks(db, workflowId)))) throw forked();
  const known = await call.read(() => listThreadWorkflowIds(db, workflowId));
  // A thread without a row may still run.
  const ids = new Set([...known, workflowId]);
  const { runIds, wasRunning } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: [...ids], executions: [] }),
  );
  const removed = await call.store(() => deleteThreads(db, workflowId));
  if (!removed) throw forked();
  const { workflowIds, ...deleted } = removed;
  const late = workflowIds.filter((id) => !ids.has(id));
  const { runIds: lateRunIds } = await call.send(() =>
    deleteWorkflows(temporal, { conversations: late, executions: [] }),
  );
  if (folder !== undefined)
    for (const session of new Set([...ids, ...late]))
      await call.store(() => forgetSessionFiles(folder, { user: key.user, session }));
  // The server may keep closed runs, so a retry may find nothing.
  if (known.length === 0 && deleted.threads === 0 && !wasRunning) throw notFound(key);
  return { ...deleted, workflowRuns: new Set([...runIds, ...lateRunIds]).size };
}
