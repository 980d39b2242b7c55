/** What of a stored message a summarizer is shown. */
export interface DialogueMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Who spoke, in a conversation of several. */
  name?: string | null;
}

/** Messages as text for a summarizer, in order: `User: ...` or `AI: ...`, or the speaker's name; none is "". */
export function renderDialogue(messages: readonly DialogueMessage[]): string {
  return messages.map((message) => `${speakerOf(message)}: ${message.content}`).join('\n');
}

function speakerOf({ role, name }: DialogueMessage): string {
  // One line of bounded length: a name comes from an import and may be anything.
  const speaker = (name ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  if (speaker !== '') return speaker;
  return role === 'user' ? 'User' : 'AI';
}
