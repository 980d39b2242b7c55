import { wholeCharacter } from '../spill/whole-character.js';

/** A part of a message's text, in UTF-16 units. */
export interface PassageCut {
  readonly start: number;
  readonly end: number;
}

/** A text no longer than this is one passage. */
export const PASSAGE_CHARACTERS = 800;
/** Two passages share so many characters, so that a sentence parted by a cut is whole in one of them. */
export const PASSAGE_OVERLAP = 100;
/** No passage is cut earlier, so that their number is bounded by the text's length. */
const LEAST_CHARACTERS = 600;

/** No letter of a living script has more marks. */
const MOST_MARKS = 8;

/** Borders, the best first: the end of a paragraph, a line, a sentence, a word. */
const BORDERS = [/\n[ \t\r]*\n/g, /\n/g, /[.!?…]["')\]]?\s|[。！？។៕။]/g, /\s/g];

/**
 * Cuts a text into passages of 800 characters with 100 overlap, at the end of a paragraph, a line, a sentence or a
 * word where there is one, never inside a surrogate pair or between a letter and its marks. They cover the text in order; none for an empty one.
 * Linear in the text's length.
 */
export function cutPassages(text: string): readonly PassageCut[] {
  const cuts: PassageCut[] = [];
  let start = 0;
  while (text.length - start > PASSAGE_CHARACTERS) {
    const end = findEnd(text, start);
    cuts.push({ start, end });
    start = findStart(text, end);
  }
  if (start < text.length) cuts.push({ start, end: text.length });
  return cuts;
}

/** Finds the last border of the best kind in the last quarter; the characters of the border belong to the passage. */
function findEnd(text: string, start: number): number {
  const from = start + LEAST_CHARACTERS;
  const range = text.slice(from, start + PASSAGE_CHARACTERS);
  for (const border of BORDERS) {
    let end: number | undefined;
    for (const match of range.matchAll(border)) end = match.index + match[0].length;
    if (end !== undefined) return wholeCharacter(text, from + end);
  }
  return beforeMarks(text, start + PASSAGE_CHARACTERS);
}

/** Finds the first word that begins within the overlap. */
function findStart(text: string, end: number): number {
  const from = end - PASSAGE_OVERLAP;
  const word = /\s\S/.exec(text.slice(from, end));
  return word === null ? beforeMarks(text, from) : from + word.index + 1;
}

/** Moves a place back to before a letter whose marks it would part from it. */
function beforeMarks(text: string, at: number): number {
  let place = at;
  while (at - place < MOST_MARKS && /^\p{M}/u.test(text.slice(place, place + 1))) place -= 1;
  return wholeCharacter(text, at - place < MOST_MARKS ? place : at);
}
