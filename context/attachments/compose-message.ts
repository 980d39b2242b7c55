import type { AttachedFile, Attachment } from './attachment.js';

/** A part of a message, its files read. */
export type ReadPart =
  | { kind: 'text'; text: string }
  | {
      kind: 'file';
      file: AttachedFile;
      /** The text of the file; null: it has none that could be read. */
      text: string | null;
      /** The part that the text lacks, as a sentence; null: nothing is missing. */
      note: string | null;
    };

/** A message as it is stored: one text, in which a line stands for each file, with the text of that file behind it. */
export interface ComposedMessage {
  content: string;
  attachments: Attachment[];
}

/**
 * Makes one text of the parts of a message, so that all that is done with texts is done with files: they are counted,
 * summarized, searched and quoted. The text of a file ends with a line that has a part of the file's own hash, which
 * the file cannot hold. `countPicture` gives plain tokens.
 */
export function composeMessage(
  parts: readonly ReadPart[],
  countPicture: (file: AttachedFile) => number,
): ComposedMessage {
  const attachments: Attachment[] = [];
  let content = '';
  for (const part of parts) {
    if (content !== '') content += '\n';
    const start = content.length;
    if (part.kind === 'text') {
      content += part.text;
      continue;
    }
    const ordinal = attachments.length + 1;
    content += describeFile(part, ordinal);
    const tokens = part.file.kind === 'picture' ? countPicture(part.file) : 0;
    attachments.push({ ...part.file, ordinal, tokens, start, end: content.length });
  }
  return { content, attachments };
}

/** Digits of a hash that name the end of a file. */
const MARK_DIGITS = 12;

function describeFile({ file, text, note }: Extract<ReadPart, { kind: 'file' }>, ordinal: number): string {
  const { kind, name, mediaType, bytes, width, height, hash } = file;
  const size = width === null || height === null ? '' : `, ${width} x ${height}`;
  if (kind === 'picture') return `[picture ${ordinal}: "${name}", ${mediaType}${size}]`;
  const facts = `file ${ordinal}: "${name}", ${mediaType}`;
  if (text === null || text.trim() === '')
    return `[${facts}, ${bytes} bytes. ${note ?? 'What is in it cannot be shown here.'}]`;
  const mark = `end of file ${ordinal}, ${hash.slice(0, MARK_DIGITS)}`;
  return `[${facts}. ${note === null ? '' : `${note} `}Its text, up to "${mark}":]\n${text}\n[${mark}]`;
}
