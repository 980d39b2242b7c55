import type { StandingKind, StandingLanguage } from './language.js';
import { LANGUAGES } from './languages.js';
import { rankLanguages } from './rank-languages.js';

export interface StandingSentence {
  kind: StandingKind;
  start: number;
  end: number;
  text: string;
}

/** The middle of a longer text was probably pasted. */
const READ_CHARACTERS = 3_000;
const END_CHARACTERS = 1_200;
const MAX_CHARACTERS = 400;
const MAX_SENTENCES = 40;
const MAX_OPENINGS = 6;
const MAX_CLAUSES = 8;
const LEAST_WORDS = 3;
/** A short text may fit two languages equally well. */
const MAX_LANGUAGES = 2;
const CUT = '…';
const ITEM = /^(?:[-*•–]|\d{1,2}[.)])\s/;

const CODE =
  /^[ \t]*(```|~~~)[^\n]*\n(?:[^\n]*\n){0,5000}?[ \t]*\1[^\n]*$|^[ \t]*(?:```|~~~)[\s\S]*|`[^`\n]{1,400}`/gm;
const INDENTED = /^(?: {4}|\t)(?!\s*(?:[-*•–]|\d{1,2}[.)])\s).*$/gm;
const QUOTED_LINES = /^[ \t]*[>|].*$/gm;
const QUOTES =
  /"(?:[^"\n]|\n(?!\s*\n)){0,1000}"|“[^”]{0,1000}”|«[^»]{0,1000}»|„[^“”]{0,1000}[“”]|「[^」]{0,1000}」/g;

/** By known phrasings only. Ignores quotations and pasted text. */
export function findStanding(text: string): StandingSentence[] {
  if (text.length > READ_CHARACTERS) return findInEnds(text).slice(0, MAX_SENTENCES);
  for (const language of rankLanguages(text).slice(0, MAX_LANGUAGES)) {
    const found = findIn(text, language);
    if (found.length > 0) return found.slice(0, MAX_SENTENCES);
  }
  return [];
}

const FITS_NONE = 'Zzz zzz, zzz zzz zzz.';
const FITS_ONE = 'I always walk to work, so please always answer in metric units.';

/** Called at startup: a first turn otherwise takes 20 to 130 ms longer (1.7 s under load). */
export function compileStanding(): void {
  for (const language of LANGUAGES) findIn(FITS_NONE, language);
  findStanding(FITS_ONE);
}

function findInEnds(text: string): StandingSentence[] {
  const ends = `${text.slice(0, END_CHARACTERS)}\n${CUT}\n${text.slice(-END_CHARACTERS)}`;
  const moved = text.length - ends.length;
  const last = ends.length - END_CHARACTERS;
  return findStanding(ends)
    .filter(({ start, end }) => end < END_CHARACTERS || start > last)
    .map((found) =>
      found.start < last ? found : { ...found, start: found.start + moved, end: found.end + moved },
    );
}

function findIn(text: string, language: StandingLanguage): StandingSentence[] {
  const own = ownWords(text, language);
  const found: StandingSentence[] = [];
  let isListed = false;
  for (const { start, end } of sentenceSpans(own)) {
    const sentence = own.slice(start, end);
    const isItem = ITEM.test(sentence);
    const isHeader = language.header.test(sentence.replace(/^[#*_\s]+|[*_]+(?=:?$)/g, ''));
    isListed = isHeader || (isListed && isItem);
    if (isHeader || end - start > MAX_CHARACTERS) continue;
    const kind = readKind(sentence, language) ?? (isListed && isItem ? 'instruction' : undefined);
    if (!kind) continue;
    found.push({ kind, start, end, text: oneLine(text.slice(start, end)) });
  }
  return found;
}

function readKind(sentence: string, language: StandingLanguage): StandingKind | undefined {
  const plain = language.plain?.(sentence.replace(/\s+/g, ' ')) ?? sentence.replace(/\s+/g, ' ');
  return [plain, ...laterClauses(plain, language)]
    .map((clause) => readClause(clause, language))
    .find((kind) => kind !== undefined);
}

function laterClauses(sentence: string, { clauses, told }: StandingLanguage): string[] {
  if (!clauses) return [];
  return [...sentence.matchAll(clauses)]
    .slice(0, MAX_CLAUSES)
    .filter(({ index }) => told?.test(sentence.slice(0, index)) !== true)
    .map((match) => sentence.slice(match.index + match[0].length));
}

function readClause(
  clause: string,
  { opening, rules, polite, short }: StandingLanguage,
): StandingKind | undefined {
  let rest = clause;
  for (let tries = 0; tries < MAX_OPENINGS; tries += 1) {
    const shorter = rest.replace(opening, '');
    if (shorter === rest) break;
    rest = shorter;
  }
  const isQuestion = /[?？]["'”’)\]]*$/.test(rest);
  if (rest.split(' ').length < LEAST_WORDS && !short.test(rest)) return undefined;
  const kind = rules.find(({ when, unless }) => when.test(rest) && unless?.test(rest) !== true)?.kind;
  // Only a polite question is a request ("could you …?").
  return isQuestion && !polite.test(rest) ? undefined : kind;
}

function oneLine(text: string): string {
  return text.replace(ITEM, '').replace(/\s+/g, ' ').trim();
}

interface SentenceSpan {
  start: number;
  end: number;
}

const BREAKS = /[.!?]{1,8}["'”’)\]]{0,3}(?=\s|$)|[。！？]["”」』]{0,3}|\n(?!\p{Ll})|;\s/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|mr|mrs|ms|dr|st|no|vs|etc|approx|prof|nr|a\.m|p\.m|z\.b|bzw)\.$/iu;

function sentenceSpans(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAKS)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(from, end - 12), end))) continue;
    add(from, end);
    from = end;
  }
  add(from, text.length);
  return spans;

  function add(start: number, end: number): void {
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    if (trimmed === '') return;
    const first = start + piece.indexOf(trimmed);
    spans.push({ start: first, end: first + trimmed.length });
  }
}

/** Blanks out quoted and pasted text, which keeps all offsets. */
function ownWords(text: string, { material, speech }: StandingLanguage): string {
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
