import { createHash } from 'node:crypto';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { readInline } from '../../../files/read-inline.js';
import { uploadReference } from '../../../protocol/message-parts.js';
import type { HistoryMessage } from '../../../views/conversation.js';
import { findMessage } from '../find-message.js';
import type { SentMessage } from './chat-request.js';

/**
 * Throws `Turn.Conflict` if this id has other content. Compares files by content: a page that loaded the chat sends
 * their addresses.
 */
export async function checkResent(
  conversation: ConversationHandle,
  { turnId, message }: { turnId: string; message: SentMessage },
): Promise<void> {
  const stored = await findMessage(conversation, turnId);
  // A queued message has no place in the history. Submitting it again compares it.
  if (!stored && turnId === message.turnId) await conversation.submit(message);
  if (!stored || (await isSame(message, stored))) return;
  throw new ThreadlineError(
    'Turn.Conflict',
    `Message '${message.turnId.slice(0, 80)}' was sent with another text or other files: send the changed message as an edit, or under a new id`,
  );
}

async function isSame({ parts }: SentMessage, { text, attachments = [] }: HistoryMessage): Promise<boolean> {
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const sources = parts.flatMap((part) => (part.type === 'file' ? [String(part.data)] : []));
  const files = await Promise.all(sources.map(toReference));
  const stored = attachments.map(({ ref }) => ref);
  return (
    normalize(words.join('\n')) === normalize(text) &&
    JSON.stringify(files.toSorted()) === JSON.stringify(stored.toSorted())
  );
}

async function toReference(source: string): Promise<string> {
  const inline = await readInline(source);
  return inline ? uploadReference(createHash('sha256').update(inline.content).digest('hex')) : source;
}

function normalize(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\0\ufffd]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
