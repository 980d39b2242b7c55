import type { AttachedFile, Attachment } from './attachment.js';

export type ReadPart =
  | { kind: 'text'; text: string }
  | {
      kind: 'file';
      file: AttachedFile;
      text: string | null;
      note: string | null;
    };

export interface ComposedMessage {
  content: string;
  attachments: Attachment[];
}

/** The end mark contains the file's hash, so that no file can contain it. */
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
