import { BROKEN_OFF } from '../sent/broken-off.js';
import { markSpeakers } from './mark-speakers.js';

/** The part of a stored message that a summarizer is shown. */
export interface DialogueMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Who spoke, in a conversation of several. */
  name?: string | null;
  /** It is the part of an answer that had been said when its turn was cancelled. */
  isPartial?: boolean;
  /** The note about the tool calls of its turn, which failed or was canceled. */
  brokenCalls?: string | null;
}

/**
 * Renders messages as text for a summarizer, in order: `User: ...`, `AI: ...` or the speaker's name; empty for none. What looks like
 * another speaker inside a message is marked, and so is an answer that was broken off.
 */
export function renderDialogue(messages: readonly DialogueMessage[]): string {
  return messages.map(renderMessage).join('\n');
}

function renderMessage(message: DialogueMessage): string {
  const said = `${nameSpeaker(message)}: ${markSpeakers(message.content)}`;
  const notes = [message.isPartial === true ? BROKEN_OFF : null, message.brokenCalls ?? null];
  return [said, ...notes].filter((part) => part !== null).join('\n');
}

function nameSpeaker({ role, name }: DialogueMessage): string {
  // An imported name may be anything, so it is made one line of bounded length.
  const speaker = (name ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  if (speaker !== '') return speaker;
  return role === 'user' ? 'User' : 'AI';
}
