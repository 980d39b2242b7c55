import { cleanTitle } from '../../context/threads/thread-title.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { setTitle } from '../../store/threads/set-title.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { deleteThread } from './delete-thread.js';
import { mergeThreads } from './merge-threads.js';
import { notFound } from './not-found.js';
import { openThread } from './open-thread.js';
import { flattenConversation, readThreads } from './read-threads.js';
import type { ConversationHandle, ThreadMethods } from '../conversation/handle.js';

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
      handleOf(thread); // Checks the id.
      return deleteThread(context, thread);
    },
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
