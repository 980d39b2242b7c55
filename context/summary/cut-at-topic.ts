import { wholeCharacter } from '../results/whole-character.js';
import { splitTopics } from './topics.js';

const BORDERS = [/[.!?](?=\s|$)|[。！？]|\n/g, /[,;:](?=\s|$)|[，；：、]/g, /\s(?=\S)/g];
const LABEL = /^\[Topic:[^\]\n]{0,200}\]\s*/i;
const ELLIPSIS = '…';

export interface CutAtTopicInput {
  text: string;
  tokens: number;
  countText: (text: string) => number;
}

export function cutAtTopic({ text, tokens, countText }: CutAtTopicInput): string {
  const whole = text.trim();
  if (tokens <= 0 || whole === '') return '';
  const fits = (part: string): boolean => countText(part) <= tokens;
  // No real text has 64 characters per token.
  if (whole.length <= tokens * 64 && fits(whole)) return whole;
  const topics = splitTopics(whole);
  const kept = findMost(topics.length, (count) => fits(topics.slice(0, count).join('\n')));
  if (kept > 0) return topics.slice(0, kept).join('\n');
  const first = topics[0] ?? whole;
  const label = LABEL.exec(first)?.[0] ?? '';
  const cut = cutInside(first, fits);
  return cut.length > label.length ? cut : cutInside(first.slice(label.length), fits) || cut;
}

function cutInside(text: string, fits: (part: string) => boolean): string {
  const part = takeLongest(text, fits);
  if (part === '') return fits(ELLIPSIS) ? ELLIPSIS : '';
  if (part.length === text.length) return part;
  for (const border of BORDERS) {
    const end = lastBorder(text.slice(0, part.length + 1), border);
    const cut = text.slice(0, Math.min(end, part.length)).trim();
    if (end >= part.length / 2 && cut !== '' && fits(cut)) return cut;
  }
  return part.trim() === '' ? ELLIPSIS : part.trim();
}

function lastBorder(text: string, border: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(border)) end = match.index + match[0].length;
  return end;
}

function takeLongest(text: string, fits: (part: string) => boolean): string {
  const upTo = (length: number): string => text.slice(0, wholeCharacter(text, length));
  // Counting the whole text may be slow.
  let bound = 64;
  while (bound < text.length && fits(upTo(bound))) bound *= 2;
  const most = Math.min(bound, text.length);
  return upTo(findMost(most, (length) => fits(upTo(length))));
}

function findMost(most: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
