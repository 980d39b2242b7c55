import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../protocol/error-message.js';
import { listUnfinishedTurns } from '../../store/conversation/unfinished-turns.js';
import { listQueued } from '../../store/conversation/list-queued.js';
import { readHistory } from '../../store/conversation/read-history.js';
import { rateAnswer } from '../../store/conversation/rate-answer.js';
import { markConversation } from '../../store/conversation/mark-conversation.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { conversationWorkflowId, turnWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { ConversationQueries, ConversationStatus, TurnReceipt } from '../../protocol/messages.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import { addAskedObject } from './add-asked-object.js';
import { awaitAnswer, listenForEnd } from './await-answer.js';
import { checkPage, MAX_PAGE } from './check-page.js';
import { createLinkMethods } from './shared-links.js';
import { checkLimit } from '../call/check-limit.js';
import { Call, type CallOptions } from '../call/call.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from '../client-context.js';
import { forkToKey } from './fork-to-key.js';
import { cancelTurn, changeTurn, dropTurn, retryTurn } from './redo-turn.js';
import { checkBranch, editTurn, readBranches, regenerateTurn, switchBranch } from './branches.js';
import { readMemoryUses, readStanding, withdraw } from './read-standing.js';
import { readTrajectory } from '../explain/read-trajectory.js';
import { streamTurn } from '../stream/stream-turn.js';
import { toMessage, type SentMessage } from './sent-message.js';
import { ThreadlineError } from '../threadline-error.js';
import { notFound } from '../threads/not-found.js';
import { createThreadMethods } from './thread-methods.js';
import type { Answer, ConversationHandle, HistoryOptions, MessageInput } from './handle.js';
import type { HistoryPage } from '../../views/conversation.js';
import { RATINGS, type Rating } from '../../protocol/rating.js';
import { submitTurn } from './submit-turn.js';
import { traceTurn } from './trace-turn.js';
import { listSummaries, sumSummaryUsage } from '../../store/summaries/summary-views.js';
import type { SummaryPage } from '../../views/summary.js';
import { sumPortraitUsage } from '../../store/trajectory/portrait-usage.js';
import { auditAct, auditRead } from '../audit/audited.js';

const STATUS = 'status' satisfies keyof ConversationQueries;

export function createConversationHandle(context: ClientContext, key: ConversationKey): ConversationHandle {
  return auditConversation(context, key, createHandle(context, key));
}

function createHandle(context: ClientContext, key: ConversationKey): ConversationHandle {
  const workflowId = checkedId(context, key);
  return {
    workflowId,
    ...createThreadMethods(context, key, (other) => createConversationHandle(context, other)),
    ...createLinkMethods(context, key),
    async submit(message, options) {
      const sent = toMessage(message, options);
      return traceTurn('submit', { key, turnId: sent.turnId }, () =>
        submitTurn({ context, key, call: toCall(context, sent) }, sent),
      );
    },
    async ask(message, options) {
      const sent = toMessage(message, options);
      return traceTurn('ask', { key, turnId: sent.turnId }, () => ask(context, key, { message, sent }));
    },
    stream: (turnId, options) => streamTurn(context, { conversationId: workflowId, turnId, ...options }),
    history: (page = {}) => history(context, key, page),
    unfinished: (options) =>
      new Call(context, options).read(() => listUnfinishedTurns(context.db, workflowId)),
    queued: (options) => new Call(context, options).read(() => listQueued(context.db, workflowId)),
    summaries: (options) => readSummaries(context, { workflowId, ...options }),
    standing: (options) => readStanding(context, { workflowId, ...options }),
    withdraw: (request, isWithdrawn = true) => withdraw(context, key, { ...request, isWithdrawn }),
    memoryUses: (options) => readMemoryUses(context, { workflowId, ...options }),
    trajectory: ({ turnId, ...options } = {}) =>
      readTrajectory(context, {
        ...options,
        id: turnId === undefined ? workflowId : turnWorkflowId(workflowId, turnId),
      }),
    cancel: (turnId, options) => cancelTurn(context, key, { turnId, ...options }),
    change: (turnId, change) => changeTurn(context, key, { turnId, ...change }),
    retry: (turnId, options) => retryTurn(context, key, { turnId, options }),
    regenerate: (turnId, options) => regenerateTurn(context, key, { turnId, options }),
    edit: (turnId, message, options) => editTurn(context, key, { turnId, message, options }),
    branches: (options) => readBranches(context, { workflowId, ...options }),
    switchTo: (branch, options) => switchBranch(context, key, { branch, options }),
    fork: async (options) => createConversationHandle(context, await forkToKey(context, key, options)),
    drop: (turnId) => dropTurn(context, key, { turnId }),
    restore: (turnId) => dropTurn(context, key, { turnId, restore: true }),
    rate: (turnId, rating) => rate(context, { conversationId: workflowId, turnId, rating }),
    async mark(marks) {
      const isKnown = await new Call(context).store(() => markConversation(context.db, workflowId, marks));
      if (!isKnown) throw notFound(key);
    },
    clear: () => clear(context, key),
    async close() {
      const parts = { context, key, call: new Call(context) };
      await callConversation(parts, { name: 'close', args: [] }, { start: true });
    },
    status: (options) => queryStatus(context, workflowId, options),
  };
}

/** Listens before it sends, so a fast turn's end is not missed. */
async function ask<Schema extends OutputSchema | undefined>(
  context: ClientContext,
  key: ConversationKey,
  { message, sent }: { message: MessageInput<Schema>; sent: SentMessage },
): Promise<Answer<Schema>> {
  const call = toCall(context, sent);
  const conversationId = conversationWorkflowId(key);
  const isNew = typeof message === 'string' || !('turnId' in message) || message.turnId === undefined;
  const listening = isNew ? listenForEnd(context, { conversationId, turnId: sent.turnId }) : undefined;
  try {
    const receipt = await submitTurn({ context, key, call }, sent);
    // A message that answers a question waits for the turn that asked.
    const own = receipt.turnId === sent.turnId ? listening : undefined;
    const { turnId, ...answered } = await awaitAnswer(
      { context, call, listening: own },
      { conversationId, turnId: receipt.turnId },
    );
    const answer = { turnId, executionId: turnWorkflowId(conversationId, turnId), ...answered };
    const { output } = sent;
    return (
      output ? await addAskedObject({ context, key }, { sent, answer, output }) : answer
    ) as Answer<Schema>;
  } finally {
    listening?.stop();
  }
}

async function rate(
  context: ClientContext,
  input: { conversationId: string; turnId: string; rating: Rating | null },
): Promise<void> {
  const { rating } = input;
  if (rating !== null && !RATINGS.includes(rating))
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Unknown rating '${String(rating)}': use ${RATINGS.join(', ')}`,
    );
  const isKnown = await new Call(context).store(() => rateAnswer(context.db, input));
  if (!isKnown)
    throw new ThreadlineError('Client.NotFound', `Turn '${input.turnId.slice(0, 80)}' has no answer`);
}

async function clear(context: ClientContext, key: ConversationKey): Promise<TurnReceipt> {
  const turnId = randomUUID();
  const receipt = await callConversation(
    { context, key, call: new Call(context) },
    { name: 'clear', args: [] },
    { start: true, updateId: turnId },
  );
  const executionId = turnWorkflowId(conversationWorkflowId(key), turnId);
  return receipt ?? { turnId, executionId, position: 0 };
}

async function queryStatus(
  context: ClientContext,
  workflowId: string,
  options: CallOptions | undefined,
): Promise<ConversationStatus | null> {
  return new Call(context, options).query(async () => {
    try {
      return await context.temporal.workflow.getHandle(workflowId).query<ConversationStatus>(STATUS);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  });
}

function checkedId({ user }: ClientContext, key: ConversationKey): string {
  if (user !== undefined && key.user !== user)
    throw new ThreadlineError('Client.NotFound', 'The conversation does not exist');
  try {
    return conversationWorkflowId(key);
  } catch (error) {
    throw new ThreadlineError('Conversation.InvalidId', errorMessage(error));
  }
}

function toCall(context: ClientContext, { turnId: retryId, timeoutMs }: SentMessage): Call {
  return new Call(context, { retryId, timeoutMs });
}

async function history(
  context: ClientContext,
  key: ConversationKey,
  { limit = 50, before, branch, ...options }: HistoryOptions,
): Promise<HistoryPage> {
  const place = checkPage({ limit, before });
  if (branch !== undefined) checkBranch(branch);
  const conversationId = conversationWorkflowId(key);
  const { db } = context;
  const call = new Call(context, options);
  const rows = await call.read(() =>
    readHistory(db, {
      conversationId,
      branch,
      before: place,
      limit: limit + 1,
    }),
  );
  if (
    rows.length === 0 &&
    key.thread !== undefined &&
    (await call.read(() => findConversationId(db, conversationId))) === undefined
  )
    throw notFound(key);
  const messages = rows.slice(0, limit);
  const last = messages.at(-1);
  const hasMore = rows.length > limit;
  return { messages, hasMore, next: hasMore && last ? String(last.seq) : null };
}

async function readSummaries(
  context: ClientContext,
  { workflowId, limit = 100, ...options }: CallOptions & { workflowId: string; limit?: number },
): Promise<SummaryPage> {
  checkLimit(limit, MAX_PAGE);
  return new Call(context, options).read(() => read(context, { workflowId, limit }));
}

async function read(
  { db }: ClientContext,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<SummaryPage> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId === undefined) return { summaries: [], usage: [] };
  const portraits = await sumPortraitUsage(db, { conversationId });
  return {
    summaries: await listSummaries(db, { conversationId, limit }),
    usage: [...(await sumSummaryUsage(db, { conversationId })), ...(portraits ? [portraits] : [])],
  };
}

function auditConversation(
  context: ClientContext,
  key: ConversationKey,
  handle: ConversationHandle,
): ConversationHandle {
  const { workflowId: target } = handle;
  const owner = key.user;
  const read = <Result>(name: string, perform: () => Promise<Result>): Promise<Result> =>
    auditRead(context, { action: `read.${name}`, target, owner }, perform);
  return {
    ...handle,
    history: (page) => read('history', () => handle.history(page)),
    queued: (options) => read('history', () => handle.queued(options)),
    branches: (options) => read('branches', () => handle.branches(options)),
    summaries: (options) => read('summaries', () => handle.summaries(options)),
    standing: (options) => read('standing', () => handle.standing(options)),
    change: (turnId, change) =>
      change.text === undefined
        ? handle.change(turnId, change)
        : auditAct(context, { action: 'change.text', target: turnWorkflowId(target, turnId), owner }, () =>
            handle.change(turnId, change),
          ),
    withdraw: (request, isWithdrawn) =>
      auditAct(context, { action: 'withdraw', target, owner }, () => handle.withdraw(request, isWithdrawn)),
    memoryUses: (options) => read('standing', () => handle.memoryUses(options)),
    trajectory: (options) => read('trajectory', () => handle.trajectory(options)),
    threads: () => read('threads', () => handle.threads()),
    flatten: () => read('history', () => handle.flatten()),
    async *stream(turnId, options) {
      await read('stream', () => Promise.resolve());
      yield* handle.stream(turnId, options);
    },
    fork: (options) => auditAct(context, { action: 'fork', target, owner }, () => handle.fork(options)),
    merge: (options) => auditAct(context, { action: 'merge', target, owner }, () => handle.merge(options)),
    share: (options) => auditAct(context, { action: 'share', target, owner }, () => handle.share(options)),
    sharedLinks: (options) => read('links', () => handle.sharedLinks(options)),
    revokeLink: (id, options) =>
      auditAct(context, { action: 'share.revoke', target, owner }, () => handle.revokeLink(id, options)),
    delete: () => auditAct(context, { action: 'forget.conversation', target, owner }, () => handle.delete()),
    deleteThread: (id) =>
      auditAct(
        context,
        { action: 'forget.thread', target: `${target}/thread/${encodeURIComponent(id)}`, owner },
        () => handle.deleteThread(id),
      ),
  };
}
