/** The part of a stored message that a summarizer is shown. */
export interface DialogueMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Who spoke, in a conversation of several. */
  name?: string | null;
}

/** Renders messages as text for a summarizer, in order: `User: ...`, `AI: ...` or the speaker's name; empty for none. */
export function renderDialogue(messages: readonly DialogueMessage[]): string {
  return messages.map((message) => `${nameSpeaker(message)}: ${message.content}`).join('\n');
}

function nameSpeaker({ role, name }: DialogueMessage): string {
  // An imported name may be anything, so it is made one line of bounded length.
  const speaker = (name ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  if (speaker !== '') return speaker;
  return role === 'user' ? 'User' : 'AI';
}
