import { wellFormed } from '../../context/text/well-formed.js';
import type { DataType } from '../graph/node-types.js';
import { shortenText } from './cut-line.js';

export const MAX_PREVIEW_CHARACTERS = 600;
export const MAX_PREVIEW_ROWS = 50;
export const PREVIEW_REACH = 4_096;

/** The beginning, or a skill's front matter. */
export function previewContent(content: string, type: DataType): string {
  const beginning = wellFormed(content.slice(0, PREVIEW_REACH)).replaceAll('\r\n', '\n');
  const shown = type === 'Skill' ? (findFrontMatter(beginning) ?? beginning) : beginning;
  const rows = shown.trim().split('\n');
  const text = rows.slice(0, MAX_PREVIEW_ROWS).join('\n');
  return shortenText(rows.length > MAX_PREVIEW_ROWS ? `${text}\n…` : text, MAX_PREVIEW_CHARACTERS);
}

function findFrontMatter(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end === -1 ? undefined : lines.slice(1, end).join('\n');
}
