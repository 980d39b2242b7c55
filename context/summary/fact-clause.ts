import { wellFormed } from '../text/well-formed.js';

const MAX_WORDS = 16;
const MAX_CHARACTERS = 120;
const BORDER =
  /,\s|，|、|\s[–—-]\s|—|\s?\((?=\S)|\)|\s(?=(?:but|because|so|although|though|while|whereas|which|since|unless)\s)|\s(?=and\s)/giu;
const VERB =
  /\b(?:is|are|was|were|has|have|lives?|costs?|called|named|expires?|due|starts?|ends?|leaves?|will|must|opens?|closes?|weighs?|uses?|runs?)\b|[=:]|是|は/iu;
const OPENING =
  /^(?:oh|well|so|also|and|but|or|then|now|by the way|btw|fyi|just so you know|for the record|for future reference|for reference|please|remember(?: that)?|(?:please )?(?:note|notice)(?: that| down)?|make a note(?: that)?|keep in mind(?: that)?|don['’]?t forget(?: that)?|important|i think|i believe|i should (?:add|mention)(?: that)?|you should know(?: that)?|as (?:i said|you know)|actually|anyway|ah|hey|hi|hello|ok(?:ay)?|yes|no|right|sure|because|since|which|although|though|one more thing|another thing|quick note|reminder)(?:[,:!]\s*|\s+[–—-]\s+|\s+)/iu;
/** After a pronoun, a clause needs the previous sentence. */
const VAGUE = /^(?:it|that|this|he|she|they|these|those)\b/iu;
const ARTICLES = /"[^"]*"|“[^”]*”|`[^`]*`|\bthe (?=[\p{Ll}\d$€£#+])/giu;

export function factClause({ sentence, value, at }: { sentence: string; value: string; at: number }): string {
  const end = at + value.length;
  const parts = splitParts(sentence);
  let first = parts.findIndex((part) => part.end > at);
  let last = parts.findIndex((part) => part.end >= end);
  if (first === -1) first = 0;
  if (last === -1) last = parts.length - 1;
  const readWords = (): string =>
    sentence.slice(parts[first]?.start ?? 0, parts[last]?.end ?? sentence.length);
  while (first > 0 && !isEnough(readWords(), value)) first -= 1;
  while (last < parts.length - 1 && !isEnough(readWords(), value)) last += 1;
  const start = parts[first]?.start ?? 0;
  return wellFormed(tighten(narrow(readWords(), { value, at: at - start }), value));
}

interface Part {
  start: number;
  end: number;
}

/** Splits at "and" only between two verbs. */
function splitParts(sentence: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const match of sentence.matchAll(BORDER)) {
    const end = match.index + match[0].length;
    const isAnd = /^and\s/i.test(sentence.slice(end, end + 4));
    const next = sentence.slice(end, end + 60).split(/[,;]/)[0] ?? '';
    if (isAnd && !(VERB.test(sentence.slice(start, match.index)) && VERB.test(next))) continue;
    if (end > start) parts.push({ start, end });
    start = end;
  }
  if (start < sentence.length) parts.push({ start, end: sentence.length });
  return parts;
}

function isEnough(text: string, value: string): boolean {
  const rest = text.replace(value, ' ').replace(OPENING, '');
  const words = countWords(rest);
  return words >= 3 && !VAGUE.test(rest.trimStart()) && (VERB.test(rest) || words >= 5);
}

function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  // In scripts without spaces, two characters are about a word.
  return words.reduce(
    (sum, word) => sum + (/^[\u3040-\u9fff]/.test(word) ? Math.ceil(word.length / 2) : 1),
    0,
  );
}

function narrow(text: string, { value, at }: { value: string; at: number }): string {
  const before = text.slice(0, Math.max(0, at));
  const after = text.slice(Math.max(0, at) + value.length);
  const left = before.match(/\S+\s*/g) ?? [];
  const right = after.match(/\s*\S+/g) ?? [];
  const room = Math.max(4, MAX_WORDS - value.split(' ').length);
  const rightRoom = left.length >= room - 3 ? 3 : room - left.length;
  const keptRight = right.slice(0, Math.max(0, rightRoom)).join('');
  const keptLeft = left.slice(-Math.max(1, room - Math.min(right.length, rightRoom))).join('');
  const half = Math.floor(Math.max(20, MAX_CHARACTERS - value.length) / 2);
  return (
    (keptLeft.length > 2 * half ? keptLeft.slice(-2 * half) : keptLeft) + value + keptRight.slice(0, half)
  );
}

function tighten(text: string, value: string): string {
  let clause = text.trim();
  for (let tries = 0; tries < 6; tries += 1) {
    const rest = clause.replace(OPENING, '');
    if (rest === clause || !rest.includes(value)) break;
    clause = rest;
  }
  const short = clause
    .replace(ARTICLES, (match) => (/^["“`]/.test(match) ? match : ''))
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:()–—-]+/u, '')
    .replace(/(?<![.])[\s,;:(–—.!。！-]+$/u, '')
    // Semicolons separate the facts line's entries.
    .replace(/;/g, ',')
    .trim();
  return short.includes(value) ? short : clause.replace(/\s+/g, ' ').trim();
}
