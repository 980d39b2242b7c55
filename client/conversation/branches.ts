import { randomUUID } from 'node:crypto';
import type { ConversationKey } from '../../protocol/ids.js';
import { MAX_INTEGER } from '../../protocol/limits.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import { listBranches } from '../../store/branches/list-branches.js';
import type { ListedBranch } from '../../views/conversation.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { callConversation } from './call-conversation.js';
import type { RegenerateOptions, RetryOptions, MessageInput, SendOptions } from './handle.js';
import { newestTurn } from './newest-turn.js';
import { toMessage } from './sent-message.js';
import { submitTurn } from './submit-turn.js';
import { traceTurn } from './trace-turn.js';

export async function regenerateTurn(
  context: ClientContext,
  key: ConversationKey,
  { turnId: of, options = {} }: { turnId: string | undefined; options: RegenerateOptions | undefined },
): Promise<TurnReceipt> {
  const { turnId = randomUUID(), whileRunning, timeoutMs } = options;
  const call = new Call(context, { retryId: turnId, timeoutMs });
  return traceTurn('regenerate', { key, turnId }, async () => {
    const regenerateOf = of ?? (await newestTurn({ context, call, key }));
    const receipt = await callConversation(
      { context, call, key },
      {
        name: 'submitTurn',
        args: [{ regenerateOf, turnId, ...(whileRunning && { whileRunning }) }],
      },
      { start: true },
    );
    return given(receipt);
  });
}

export async function editTurn(
  context: ClientContext,
  key: ConversationKey,
  input: { turnId: string; message: MessageInput; options: SendOptions | undefined },
): Promise<TurnReceipt> {
  const sent = toMessage(input.message, input.options);
  const { turnId, timeoutMs } = sent;
  const call = new Call(context, { retryId: turnId, timeoutMs });
  return traceTurn('edit', { key, turnId }, () =>
    submitTurn({ context, call, key }, { ...sent, editOf: input.turnId }),
  );
}

export async function switchBranch(
  context: ClientContext,
  key: ConversationKey,
  { branch, options = {} }: { branch: number; options: RetryOptions | undefined },
): Promise<TurnReceipt> {
  checkBranch(branch);
  const { turnId = randomUUID(), timeoutMs } = options;
  const call = new Call(context, { retryId: turnId, timeoutMs });
  const receipt = await callConversation(
    { context, call, key },
    { name: 'switchBranch', args: [{ branch, turnId }] },
    { start: true },
  );
  return given(receipt);
}

export async function readBranches(
  context: ClientContext,
  { workflowId, ...options }: CallOptions & { workflowId: string },
): Promise<ListedBranch[]> {
  return new Call(context, options).read(() => listBranches(context.db, workflowId));
}

export function checkBranch(branch: number): void {
  if (!Number.isInteger(branch) || branch < 0 || branch > MAX_INTEGER)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `Branch ${String(branch)} is not the number of a branch`,
    );
}

function given(receipt: TurnReceipt | undefined): TurnReceipt {
  if (!receipt) throw new Error('A conversation that is started always answers');
  return receipt;
}
