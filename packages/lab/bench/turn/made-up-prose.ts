import { createRandom, pick, type Random } from '../context/random.js';

const SYLLABLES = 'ba ke li mo nu ra se ti vo zu cha dre fli gron pla stre'.split(' ');
const FRAME =
  'the of and to a in is it you that he was for on are with as his they be at this have from or'.split(' ');
const FRAME_SHARE = 0.45;
const WORDS = 8_000;

export function madeUpProse(characters: number, seed: number): string {
  const random = createRandom(seed);
  for (let skipped = 0; skipped < 8; skipped += 1) random();
  let text = '';
  while (text.length < characters) {
    const sentence: string[] = [];
    for (let word = 0; word < 12; word += 1)
      sentence.push(random() < FRAME_SHARE ? pick(random, FRAME) : sayingWord(random));
    text += `${sentence.join(' ')}. `;
  }
  return text.slice(0, characters);
}

function sayingWord(random: Random): string {
  return random() < 0.03 ? String(Math.floor(random() * 10_000)) : spellWord(Math.floor(WORDS ** random()));
}

function spellWord(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return word;
}
