import { unseenCharacters } from '../../protocol/unseen-characters.js';

const MAX_NAME_CHARACTERS = 120;

/** Replaces quotes and brackets, which delimit attachments. */
export function fileName(given: string | undefined, otherwise: string): string {
  const base = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(unseenCharacters(), '')
    .replace(/["[\]]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(clean)) return otherwise;
  const characters = [...clean];
  if (characters.length <= MAX_NAME_CHARACTERS) return clean;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  return characters.slice(0, MAX_NAME_CHARACTERS - extension.length).join('') + extension;
}
