import type { Attachment } from './attachment.js';

type Place = Pick<Attachment, 'start' | 'end'>;

/** The text of a message without the lines and texts of its files: what somebody typed. */
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

/** The same text with spaces in the places of files, so that what a file says is not taken for what its sender says. */
export function maskFiles(content: string, places: readonly Place[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of places) {
    masked += content.slice(from, start) + content.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return masked + content.slice(from);
}
