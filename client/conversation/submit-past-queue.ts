import { createHash } from 'node:crypto';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import type { WhileRunning } from '../../protocol/while-running.js';
import { isSentToQueue } from '../../store/conversation/unfinished-turns.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { cancelTurn, retryTurn } from './redo-turn.js';
import type { SentMessage } from './sent-message.js';
import { submitTurn } from './submit-turn.js';

/**
 * Delivers a message. A message that waits in the queue, sent again with `interrupt` or `steer`, is withdrawn and retried that
 * way, as a new turn. If this process ends in between, the message stays withdrawn, and sending it again retries it.
 */
export async function submitPastQueue(
  parts: { context: ClientContext; call: Call; key: ConversationKey },
  sent: SentMessage,
): Promise<TurnReceipt> {
  const { context, call, key } = parts;
  const { turnId, whileRunning } = sent;
  // Also compares a known message with this one.
  const receipt = await submitTurn(parts, sent);
  if (whileRunning !== 'interrupt' && whileRunning !== 'steer') return receipt;
  const conversationId = conversationWorkflowId(key);
  const waits = await call.read(() => isSentToQueue(context.db, { conversationId, turnId }));
  if (!waits) return receipt;
  await cancelTurn(context, key, { turnId });
  return retryTurn(context, key, {
    turnId,
    options: { turnId: retryId(turnId, whileRunning), whileRunning },
  });
}

/** The same for the same request, so that sending it twice is one turn. */
function retryId(turnId: string, whileRunning: WhileRunning): string {
  return createHash('sha256')
    .update(JSON.stringify([turnId, whileRunning]))
    .digest('base64url');
}
