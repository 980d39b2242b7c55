import { flattenThreads } from '../../context/threads/flatten-threads.js';
import { listThreads, type ListedThread } from '../../store/threads/list-threads.js';
import {
  loadStandingSummaries,
  loadThreadMessages,
  type StandingSummary,
  type ThreadMessage,
} from '../../store/threads/load-thread-messages.js';
import type { ConversationKey } from '../../protocol/ids.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { notFound } from './not-found.js';
import { toScope } from './to-scope.js';
import { threadTree } from './thread-tree.js';
import type { ThreadNode, FlatThreadMessage } from '../../views/thread.js';

export async function readThreads(context: ClientContext, key: ConversationKey): Promise<ThreadNode> {
  const scope = toScope(key);
  const rows = await new Call(context).read(() => listThreads(context.db, { ...scope, hasClosed: true }));
  const tree = threadTree(rows, scope.workflowId);
  if (!tree) throw notFound(key);
  return tree;
}

export async function flattenConversation(
  context: ClientContext,
  key: ConversationKey,
): Promise<FlatThreadMessage[]> {
  const { threads, messages } = await readWhole({ context, call: new Call(context) }, key);
  const byId = new Map(threads.map((row) => [row.id, row]));
  return flattenThreads(withMessages(threads, messages)).flatMap(({ position, threadId, message }) => {
    const { conversationId: _conversationId, ...shown } = message;
    const thread = byId.get(threadId);
    if (!thread) return [];
    return [
      { position, workflowId: thread.workflowId, threadId: thread.threadId, depth: thread.depth, ...shown },
    ];
  });
}

export interface WholeConversation {
  /** The newest conversation and all threads below it. */
  threads: ListedThread[];
  messages: ThreadMessage[];
  summaries: StandingSummary[];
}

export async function readWhole(
  { context: { db }, call }: { context: ClientContext; call: Call },
  key: ConversationKey,
): Promise<WholeConversation> {
  const scope = toScope(key);
  const whole = await call.read(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => ({
        threads: await listThreads(trx, scope),
        messages: await loadThreadMessages(trx, scope),
        summaries: await loadStandingSummaries(trx, scope),
      })),
  );
  if (whole.threads.length === 0) throw notFound(key);
  return whole;
}

export function withMessages<Row extends Pick<ListedThread, 'id'>>(
  threads: readonly Row[],
  messages: readonly ThreadMessage[],
): (Row & { messages: ThreadMessage[] })[] {
  const byThread = new Map<number, ThreadMessage[]>(threads.map(({ id }) => [id, []]));
  for (const message of messages) byThread.get(message.conversationId)?.push(message);
  return threads.map((row) => ({ ...row, messages: byThread.get(row.id) ?? [] }));
}
