import { cleanTitle } from '../../context/threads/thread-title.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { setTitle } from '../../store/threads/set-title.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import type { ConversationHandle } from '../conversation/conversation-handle.js';
import { createExecutions } from '../executions/executions.js';
import { ThreadlineError } from '../threadline-error.js';
import { deleteThread, type DeletedThread } from './delete-thread.js';
import { mergeThreads, type MergedThreads, type MergeOptions } from './merge-threads.js';
import { notFound } from './not-found.js';
import { openThread, type OpenThread } from './open-thread.js';
import { flattenConversation, readThreads, type FlatThreadMessage } from './read-threads.js';
import type { ThreadNode } from './thread-tree.js';

/** What can be done with the sub-threads of a conversation; of a sub-thread: with those that hang on it. */
export interface ThreadMethods {
  /**
   * Opens a sub-thread on a message, or finds it open; it has all that a conversation has. Its calls are sent the summaries
   * of what it hangs on and the text that it is about, not the messages around that. Throws `Conversation.InvalidAnchor`,
   * `Conversation.UnknownThread`.
   */
  openThread(input: OpenThread): Promise<ConversationHandle>;
  /** A handle on a sub-thread of the conversation, at any level; makes no call. */
  thread(id: string): ConversationHandle;
  /** It with all that hangs on it. Throws `Client.NotFound`, `Conversation.UnknownThread`. */
  threads(): Promise<ThreadNode>;
  /** Deletes a sub-thread and all that hangs on it, Workflows and rows. Throws `Conversation.UnknownThread`. */
  deleteThread(id: string): Promise<DeletedThread>;
  /** Gives it a title, which nothing but another `rename` changes. Returns it as it is kept: one line, 200 characters. */
  rename(title: string): Promise<string>;
  /**
   * All that was said in it and in what hangs on it, in one list: threads right after the message they hang on. Nothing is
   * moved where it is stored.
   */
  flatten(): Promise<FlatThreadMessage[]>;
  /** Makes one text of it and of what hangs on it. */
  merge(options?: MergeOptions): Promise<MergedThreads>;
}

/** These methods, for one conversation or sub-thread; `handleOf` makes the handle of another one. */
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
      handleOf(thread); // checks the id
      return deleteThread(context, thread);
    },
    rename: (title) => rename(context, key, title),
    flatten: () => flattenConversation(context, key),
    merge: (options) => mergeThreads({ ...context, executions: createExecutions(context) }, key, options),
  };
}

async function rename({ db }: ClientContext, key: ConversationKey, title: string): Promise<string> {
  if (typeof title !== 'string' || cleanTitle(title) === '')
    throw new ThreadlineError('Client.InvalidTitle', 'A title needs a character that is no white space');
  const conversationId = await findConversationId(db, conversationWorkflowId(key));
  const isSet = conversationId !== undefined && (await setTitle(db, { conversationId, title, byUser: true }));
  if (isSet) return cleanTitle(title);
  throw notFound(key);
}
