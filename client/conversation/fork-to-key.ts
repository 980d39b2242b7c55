import { randomUUID } from 'node:crypto';
import { forkKey } from '../../protocol/fork-place.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { forkConversation } from '../../store/branches/fork-conversation.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export interface ForkOptions extends CallOptions {
  /** The last shared turn. */
  at: string;
  /** Makes the fork idempotent. Default: a new UUID. */
  channel?: string;
  user?: string;
}

export async function forkToKey(
  context: ClientContext,
  source: ConversationKey,
  { at, channel = `fork-${randomUUID()}`, user = source.user, timeoutMs }: ForkOptions,
): Promise<ConversationKey> {
  if (context.user !== undefined && user !== context.user)
    throw new ThreadlineError(
      'Client.NotFound',
      `The user does not exist for the client of '${context.user}': use a client without a user to fork to another user`,
    );
  const planned = forkKey(source, { at, channel, user });
  if ('problem' in planned) throw new ThreadlineError('Conversation.InvalidTurn', planned.problem);
  const { key } = planned;
  const outcome = await new Call(context, { timeoutMs, retryId: channel }).store(() =>
    forkConversation(context.db, {
      flow: source.flow,
      user,
      channel,
      turnId: at,
      sourceId: conversationWorkflowId(source),
      workflowId: conversationWorkflowId(key),
    }),
  );
  if (outcome.kind === 'refused') throw new ThreadlineError(outcome.type, outcome.message);
  return key;
}
