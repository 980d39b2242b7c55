import type { Message } from '../../../client/conversation/handle.js';
import type { Part } from '../../../client/uploads/send-parts.js';

/** The schema of a `json_object`, which may have any fields. */
export const ANY_OBJECT = { type: 'object' } as const;

/** A message of ours: texts alone are one text. `output` is the JSON Schema of the object that is to be the answer. */
export function toSaid({
  turnId,
  parts,
  output,
}: {
  turnId: string;
  parts: readonly Part[];
  output: Readonly<Record<string, unknown>> | undefined;
}): Message {
  const text = onlyText(parts);
  const said = output === undefined ? { turnId } : { turnId, output };
  return text === undefined ? { ...said, parts } : { ...said, text };
}

/** The text of a message without pictures and files; undefined: it has some. */
function onlyText(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : undefined;
}
