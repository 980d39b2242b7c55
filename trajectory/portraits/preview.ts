import { wellFormed } from '../../context/well-formed.js';
import type { DataType } from '../graph/node-types.js';
import { cutText } from './cut-line.js';

/** Longest preview of what is stored. */
export const PREVIEW_CHARACTERS = 600;
export const PREVIEW_ROWS = 50;
/** Of a text so many characters are enough for its preview. */
export const PREVIEW_REACH = 4_096;

/** How a thing's content begins: at most 600 characters and 50 rows; of a skill what its front matter says. */
export function previewOf(content: string, type: DataType): string {
  const beginning = wellFormed(content.slice(0, PREVIEW_REACH)).replaceAll('\r\n', '\n');
  const shown = type === 'Skill' ? (frontMatterOf(beginning) ?? beginning) : beginning;
  const rows = shown.trim().split('\n');
  const text = rows.slice(0, PREVIEW_ROWS).join('\n');
  return cutText(rows.length > PREVIEW_ROWS ? `${text}\n…` : text, PREVIEW_CHARACTERS);
}

/** What stands between two lines of three dashes, the first of which begins the text; undefined: nothing does. */
function frontMatterOf(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end === -1 ? undefined : lines.slice(1, end).join('\n');
}
