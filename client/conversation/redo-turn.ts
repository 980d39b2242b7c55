import { randomUUID } from 'node:crypto';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { findUnfinishedTurn } from '../../store/conversation/unfinished-turns.js';
import type {
  CancelTurnResult,
  ChangeTurnInput,
  DropTurnResult,
  TurnReceipt,
} from '../../protocol/messages.js';
import { Call } from '../call/call.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from '../client-context.js';
import { checkedTextInput } from './text-input.js';
import { newestTurn } from './newest-turn.js';
import type { RetryOptions } from './handle.js';
import { traceTurn } from './trace-turn.js';

export async function retryTurn(
  context: ClientContext,
  key: ConversationKey,
  { turnId, options = {} }: { turnId: string | undefined; options: RetryOptions | undefined },
): Promise<TurnReceipt> {
  const { turnId: retryId = randomUUID(), timeoutMs } = options;
  const call = new Call(context, { retryId, timeoutMs });
  return traceTurn('retry', { key, turnId: retryId }, async () => {
    const retryOf = turnId ?? (await newestTurn({ context, call, key }));
    const receipt = await callConversation(
      { context, call, key },
      { name: 'submitTurn', args: [{ retryOf, turnId: retryId }] },
      { start: true },
    );
    return given(key, receipt);
  });
}

export async function changeTurn(
  context: ClientContext,
  key: ConversationKey,
  { text, ...change }: Omit<ChangeTurnInput, 'textRef'>,
): Promise<TurnReceipt> {
  const call = new Call(context);
  const workflowId = conversationWorkflowId(key);
  const input =
    text === undefined ? {} : await call.read(() => checkedTextInput(context, { workflowId, text }));
  const receipt = await callConversation(
    { context, call, key },
    { name: 'changeTurn', args: [{ ...change, ...input }] },
    { start: true },
  );
  return given(key, receipt);
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
  return given(key, result);
}

function given<Result>(key: ConversationKey, result: Result | undefined): Result {
  if (!result) throw new Error(`The conversation '${conversationWorkflowId(key)}' returned no result`);
  return result;
}
