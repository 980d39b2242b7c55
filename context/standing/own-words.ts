import type { StandingLanguage } from './language.js';

const CODE =
  /^[ \t]*(```|~~~)[^\n]*\n(?:[^\n]*\n){0,5000}?[ \t]*\1[^\n]*$|^[ \t]*(?:```|~~~)[\s\S]*|`[^`\n]{1,400}`/gm;
const INDENTED = /^(?: {4}|\t)(?!\s*(?:[-*•–]|\d{1,2}[.)])\s).*$/gm;
const QUOTED_LINES = /^[ \t]*[>|].*$/gm;
const QUOTES =
  /"(?:[^"\n]|\n(?!\s*\n)){0,1000}"|“[^”]{0,1000}”|«[^»]{0,1000}»|„[^“”]{0,1000}[“”]|「[^」]{0,1000}」/g;

/** Blanks out quoted and pasted text, which keeps all offsets. */
export function ownWords(text: string, { material, speech }: StandingLanguage): string {
  let own = text;
  for (const pattern of [CODE, INDENTED, QUOTED_LINES]) own = own.replace(pattern, blank);
  // The remaining quotation marks keep the sentence in one piece.
  own = own.replace(
    QUOTES,
    (quote) => quote.charAt(0) + ' '.repeat(Math.max(0, quote.length - 2)) + quote.slice(-1),
  );
  return blankMaterial(own, { material, speech });
}

function blankMaterial(
  text: string,
  { material, speech }: Pick<StandingLanguage, 'material' | 'speech'>,
): string {
  let at = 0;
  const lines = [];
  for (const line of text.split('\n')) {
    if (material.test(line)) return [...lines, blank(text.slice(at))].join('\n');
    const match = speech.exec(line);
    const end = match === null ? line.length : match.index + match[0].length;
    lines.push(line.slice(0, end) + blank(line.slice(end)));
    at += line.length + 1;
  }
  return lines.join('\n');
}

/** Line breaks must still separate the neighbors. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
