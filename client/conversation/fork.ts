import { randomUUID } from 'node:crypto';
import { conversationWorkflowId, turnIdProblem, type ConversationKey } from '../../protocol/ids.js';
import { forkConversation } from '../../store/branches/fork-conversation.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Where a fork begins, and which conversation it is. */
export interface ForkOptions extends CallOptions {
  /** The turn that is the last of its past, with its answer. */
  at: string;
  /** Channel of the new conversation, which has the same flow and user. Forking to it again is forking once; default: a new UUID. */
  channel?: string;
  /** Whose the fork is: the same user's as the conversation. Another one is refused. */
  user?: string;
}

/**
 * Begins a conversation with the past of another one, and returns its key. What one person said does not become part of
 * another's conversation: forgetting the one would take from the other, or leave what was to be forgotten.
 */
export async function forkToKey(
  context: ClientContext,
  source: ConversationKey,
  { at, channel = `fork-${randomUUID()}`, user = source.user, timeoutMs }: ForkOptions,
): Promise<ConversationKey> {
  if (source.thread !== undefined)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `'${conversationWorkflowId(source)}' is a thread, which lives by what it hangs on: fork the conversation`,
    );
  if (user !== source.user)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `A fork is of the same user: what '${source.user}' said can be forgotten for '${source.user}' alone. Begin a conversation of '${user}' with the texts that may be shared`,
    );
  const problem = turnIdProblem(at);
  if (problem !== undefined)
    throw new ThreadlineError('Conversation.InvalidTurn', `Turn id '${String(at).slice(0, 100)}' ${problem}`);
  const key: ConversationKey = { flow: source.flow, user, channel };
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
