import { BROKEN_OFF } from '../message/broken-off.js';
import { markSpeakers } from './mark-speakers.js';

export interface DialogueMessage {
  role: 'user' | 'assistant';
  content: string;
  name?: string | null;
  isPartial?: boolean;
  brokenCalls?: string | null;
}

/** Marks lines that could be mistaken for another speaker. */
export function renderDialogue(messages: readonly DialogueMessage[]): string {
  return messages.map(renderMessage).join('\n');
}

function renderMessage(message: DialogueMessage): string {
  const line = `${nameSpeaker(message)}: ${markSpeakers(message.content)}`;
  const notes = [message.isPartial === true ? BROKEN_OFF : null, message.brokenCalls ?? null];
  return [line, ...notes].filter((part) => part !== null).join('\n');
}

function nameSpeaker({ role, name }: DialogueMessage): string {
  // Imported names can be any text.
  const speaker = (name ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  if (speaker !== '') return speaker;
  return role === 'user' ? 'User' : 'AI';
}
