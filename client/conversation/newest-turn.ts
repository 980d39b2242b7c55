import { findNewestTurn } from '../../store/conversation/find-turn.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export async function newestTurn(parts: {
  context: ClientContext;
  call: Call;
  key: ConversationKey;
}): Promise<string> {
  const { context, call, key } = parts;
  const conversationId = conversationWorkflowId(key);
  const turnId = await call.read(() => findNewestTurn(context.db, conversationId));
  if (turnId === undefined)
    throw new ThreadlineError('Conversation.InvalidTurn', 'The conversation has no messages yet');
  return turnId;
}
