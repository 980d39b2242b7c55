import { wholeCharacter } from '../results/whole-character.js';

export interface PassageCut {
  readonly start: number;
  readonly end: number;
}

export const PASSAGE_CHARACTERS = 800;
/** A sentence at a cut must be whole in one passage. */
export const PASSAGE_OVERLAP = 100;
const LEAST_CHARACTERS = 600;

/** Living scripts need no more combining marks per letter. */
const MAX_MARKS = 8;

const BORDERS = [/\n[ \t\r]*\n/g, /\n/g, /[.!?…]["')\]]?\s|[。！？។៕။]/g, /\s/g];

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

function findStart(text: string, end: number): number {
  const from = end - PASSAGE_OVERLAP;
  const word = /\s\S/.exec(text.slice(from, end));
  return word === null ? beforeMarks(text, from) : from + word.index + 1;
}

function beforeMarks(text: string, at: number): number {
  let place = at;
  while (at - place < MAX_MARKS && /^\p{M}/u.test(text.slice(place, place + 1))) place -= 1;
  return wholeCharacter(text, at - place < MAX_MARKS ? place : at);
}
