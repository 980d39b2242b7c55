import { createHash } from 'node:crypto';
import type { ConversationHandle, Message } from '../../client/conversation/handle.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import type { WhileRunning } from '../../protocol/while-running.js';

/**
 * Sends a message. A message that waits in the queue, sent again with `interrupt` or `steer`, is withdrawn and retried that way, as a
 * new turn. If this process ends in between, the message stays withdrawn, and sending it again retries it.
 */
export async function sendMessage(
  conversation: ConversationHandle,
  message: Message,
  whileRunning: WhileRunning | undefined,
): Promise<TurnReceipt> {
  const { turnId } = message;
  const mayWait = turnId !== undefined && (whileRunning === 'interrupt' || whileRunning === 'steer');
  if (!mayWait || !(await isWithdrawn(conversation, turnId)))
    return conversation.submit(message, { whileRunning });
  return conversation.retry(turnId, { turnId: retryId(turnId, whileRunning), whileRunning });
}

/** Withdraws a message if it waits in the queue. Returns whether the message is withdrawn. */
async function isWithdrawn(conversation: ConversationHandle, turnId: string): Promise<boolean> {
  const place = (await conversation.unfinished()).indexOf(turnId);
  if (place === 0) return false;
  if (place > 0) await conversation.cancel(turnId);
  try {
    for await (const { type } of conversation.stream(turnId)) if (type === 'cancelled') return true;
  } catch (error) {
    if (!(error instanceof ThreadlineError && error.type === 'Client.NotFound')) throw error;
  }
  return false;
}

/** The same for the same request, so that sending it twice is one turn. */
function retryId(turnId: string, whileRunning: WhileRunning): string {
  return createHash('sha256')
    .update(JSON.stringify([turnId, whileRunning]))
    .digest('base64url');
}
