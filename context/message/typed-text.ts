import type { Attachment } from './attachment.js';

type Place = Pick<Attachment, 'start' | 'end'>;

export function typedText(content: string, places: readonly Place[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of places) {
    pieces.push(content.slice(from, Math.max(from, start - 1)));
    from = end + 1;
  }
  pieces.push(content.slice(from));
  return places.length === 0 ? content : pieces.filter((piece) => piece.trim() !== '').join('\n');
}

/** Replaces the text that the sender typed. Attached files go before it. */
export function replaceTyped<File extends Place>(
  { content, attachments }: { content: string; attachments: readonly File[] },
  text: string,
): { content: string; attachments: File[] } {
  const moved: File[] = [];
  let replaced = '';
  for (const file of attachments) {
    const start = replaced.length;
    replaced += content.slice(file.start, file.end);
    moved.push({ ...file, start, end: replaced.length });
    replaced += '\n';
  }
  return { content: replaced + text, attachments: moved };
}

/** Hides the texts of files, which the sender did not write. */
export function maskFiles(content: string, places: readonly Place[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of places) {
    masked += content.slice(from, start) + content.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return masked + content.slice(from);
}
