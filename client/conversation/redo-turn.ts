import { randomUUID } from 'node:crypto';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { findUnfinishedTurn, isQueued } from '../../store/conversation/unfinished-turns.js';
import type { CancelTurnResult, DropTurnResult, TurnReceipt } from '../../protocol/messages.js';
import { Call } from '../call/call.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from '../client-context.js';
import { newestTurn } from './newest-turn.js';
import type { RetryOptions, SendOptions } from './handle.js';
import { traceTurn } from './trace-turn.js';

export async function retryTurn(
  context: ClientContext,
  key: ConversationKey,
  {
    turnId,
    options = {},
  }: { turnId: string | undefined; options: (RetryOptions & Pick<SendOptions, 'whileRunning'>) | undefined },
): Promise<TurnReceipt> {
  const { turnId: retryId = randomUUID(), timeoutMs, whileRunning } = options;
  const call = new Call(context, { retryId, timeoutMs });
  return traceTurn('retry', { key, turnId: retryId }, async () => {
    const retryOf = turnId ?? (await newestTurn({ context, call, key }));
    if (whileRunning !== undefined && (await waits({ context, call, key }, retryOf)))
      await cancelTurn(context, key, { turnId: retryOf });
    const receipt = await callConversation(
      { context, call, key },
      {
        name: 'submitTurn',
        args: [{ retryOf, turnId: retryId, ...(whileRunning && { whileRunning }) }],
      },
      { start: true },
    );
    if (!receipt) throw new Error(`The conversation '${conversationWorkflowId(key)}' returned no result`);
    return receipt;
  });
}

function waits(
  { context, call, key }: { context: ClientContext; call: Call; key: ConversationKey },
  turnId: string,
): Promise<boolean> {
  const conversationId = conversationWorkflowId(key);
  return call.read(() => isQueued(context.db, { conversationId, turnId }));
}

export async function cancelTurn(
  context: ClientContext,
  key: ConversationKey,
  { turnId, withNewer = false }: { turnId: string | undefined; withNewer?: boolean },
): Promise<CancelTurnResult> {
  const call = new Call(context);
  const conversationId = conversationWorkflowId(key);
  const newer =
    withNewer && turnId !== undefined
      ? await call.read(() => findUnfinishedTurn(context.db, { conversationId, messageId: turnId }))
      : undefined;
  const canceled = newer ?? turnId;
  const result = await callConversation(
    { context, call, key },
    { name: 'cancelTurn', args: [canceled === undefined ? undefined : { turnId: canceled }] },
    { start: false },
  );
  return result ?? { turnId: null, status: null };
}

export async function dropTurn(
  context: ClientContext,
  key: ConversationKey,
  { turnId, restore }: { turnId: string | undefined; restore?: true },
): Promise<DropTurnResult> {
  const call = new Call(context);
  const dropped = turnId ?? (await newestTurn({ context, call, key }));
  const result = await callConversation(
    { context, call, key },
    { name: 'dropTurn', args: [{ turnId: dropped, restore }] },
    { start: true },
  );
  if (!result) throw new Error(`The conversation '${conversationWorkflowId(key)}' returned no result`);
  return result;
}
