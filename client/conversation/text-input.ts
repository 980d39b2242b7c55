import { storeText } from '../../store/conversation/stored-texts.js';
import { utf8Length } from '../../protocol/ids.js';
import { MAX_TEXT_BYTES } from '../../protocol/limits.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Bytes of UTF-8, beyond any model's window. */
export const MAX_MESSAGE_BYTES = 16_000_000;

/** Stores a text that is too long for a Workflow. */
export async function textInput(
  { db }: Pick<ClientContext, 'db'>,
  { workflowId, text, data }: { workflowId: string; text: string; data?: unknown },
): Promise<{ text: string } | { textRef: string }> {
  const sent = data === undefined ? text : { text, data };
  if (utf8Length(JSON.stringify(sent)) <= MAX_TEXT_BYTES) return { text };
  const content = text.replaceAll('\u0000', '').toWellFormed();
  const bytes = utf8Length(content);
  if (bytes > MAX_MESSAGE_BYTES)
    throw invalid(
      `The message text has ${bytes} bytes; at most ${MAX_MESSAGE_BYTES} are accepted: send it in parts`,
    );
  return { textRef: await storeText(db, { workflowId, content }) };
}

export async function checkedTextInput(
  context: Pick<ClientContext, 'db'>,
  { workflowId, text }: { workflowId: string; text: unknown },
): Promise<{ text: string } | { textRef: string }> {
  if (typeof text !== 'string') throw invalid(`A message's text is a string, not ${typeof text}`);
  if (text.replaceAll('\u0000', '').trim() === '') throw invalid('The message text is empty');
  return textInput(context, { workflowId, text });
}

export function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Conversation.InvalidTurn', message);
}
