import type { Message } from '../../../../client/conversation/handle.js';
import type { Part } from '../../../../client/uploads/send-parts.js';

export const ANY_OBJECT = { type: 'object' } as const;

export function toMessageInput({
  turnId,
  parts,
  output,
}: {
  turnId: string;
  parts: readonly Part[];
  output: Readonly<Record<string, unknown>> | undefined;
}): Message {
  const message = output ? { turnId, output } : { turnId };
  const instructions = parts.filter(({ type }) => type === 'instructions');
  const words = parts.filter(({ type }) => type !== 'instructions');
  const text = onlyText(words);
  if (text === undefined) return { ...message, parts };
  if (instructions.length === 0) return { ...message, text };
  return { ...message, parts: [...instructions, { type: 'text', text }] };
}

function onlyText(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : undefined;
}
