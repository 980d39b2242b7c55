import { utf8Length, type ConversationKey } from '../workflows/ids.js';
import { conversationWorkflowId } from '../workflows/ids.js';
import { MAX_TEXT_BYTES } from '../workflows/limits.js';
import { submitTurnUpdate, type TurnInput, type TurnReceipt } from '../workflows/messages.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from './client-context.js';
import { ThreadlineError } from './threadline-error.js';

/** UTF-8 bytes of the longest message: beyond any model's window, well within what Postgres takes at once. */
export const MAX_MESSAGE_BYTES = 16_000_000;

/**
 * Delivers a message and returns when it is stored. A text too long for an Update is stored first and goes by
 * its reference. Sends again, under the same turn id, after errors that leave the outcome open.
 */
export async function submitTurn(
  context: ClientContext,
  key: ConversationKey,
  { text, turnId }: { text: string; turnId: string },
): Promise<TurnReceipt> {
  const input = await toInput(context, conversationWorkflowId(key), text);
  const receipt = await callConversation(context, key, submitTurnUpdate, [{ ...input, turnId }], {
    start: true,
  });
  if (receipt === undefined) throw new Error('A conversation that is started always answers');
  return receipt;
}

async function toInput({ db }: ClientContext, workflowId: string, text: unknown): Promise<TurnInput> {
  if (typeof text !== 'string') throw invalid(`A message's text is a string, not ${typeof text}`);
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  if (clean.trim() === '') throw invalid('The message text is empty');
  if (utf8Length(JSON.stringify(text)) <= MAX_TEXT_BYTES) return { text };
  const bytes = utf8Length(clean);
  if (bytes > MAX_MESSAGE_BYTES)
    throw invalid(
      `The message text has ${bytes} bytes; at most ${MAX_MESSAGE_BYTES} are taken: send it in parts`,
    );
  const { id } = await db
    .insertInto('stored_text')
    .values({ workflow_id: workflowId, content: clean })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { textRef: id };
}

function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Conversation.InvalidTurn', message);
}
