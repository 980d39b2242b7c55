import type { ModelMessage } from '@ai-sdk/provider-utils';
import { leave, sumTokens, type ContextEntry, type LeftOut, type Stage } from './entries.js';
import type { LeftRule } from './left.js';
import type { Attachment } from './attachment.js';
import { pictureNote, showPictures, type UnshownReason } from './show-pictures.js';

/** Above this, providers reject the request or shrink every picture. */
const MAX_PICTURES = 20;

export interface ThreadPictures {
  of: ReadonlyMap<number, readonly Attachment[]>;
  areTaken: boolean;
  maxBytes: number;
}

export interface ShownPictures {
  ordinals: readonly number[];
  note: string | undefined;
}

export interface PlacedPictures extends Stage {
  shown: ReadonlyMap<number, ShownPictures>;
}

type CountMessage = (message: ModelMessage) => number;

interface Sorted {
  able: readonly Attachment[];
  unable: readonly Attachment[];
  reason: UnshownReason;
}

/** Keeps pictures only if they displace no text. */
export function notePictures(
  entries: readonly ContextEntry[],
  pictures: ThreadPictures,
  countMessage: CountMessage,
): readonly ContextEntry[] {
  if (pictures.of.size === 0) return entries;
  return entries.map((entry) => {
    const all = pictures.of.get(entry.index);
    if (!all) return entry;
    return show(entry, { all, shown: [], sorted: sort(all, pictures), countMessage });
  });
}

export interface PlacePicturesInput {
  entries: readonly ContextEntry[];
  pictures: ThreadPictures;
  turnStart: number;
  room: number;
  historyRoom: number;
  countMessage: CountMessage;
}

/** The turn's own pictures may displace older text in half of the room. */
export function placePictures(input: PlacePicturesInput): PlacedPictures {
  const { entries, pictures, countMessage } = input;
  const chosen = choosePictures(input);
  const left: LeftOut[] = [];
  const shown = new Map<number, ShownPictures>();
  const placed = entries.map((entry) => {
    const all = pictures.of.get(entry.index);
    if (!all) return entry;
    const sorted = sort(all, pictures);
    const sent = chosen.get(entry.index) ?? [];
    const whole = withoutNote(entry, toNote({ all, shown: [], sorted }));
    shown.set(entry.index, {
      ordinals: sent.map(({ ordinal }) => ordinal),
      note: toNote({ all, shown: sent, sorted }),
    });
    leaveUnshown(left, { index: entry.index, all, shown: sent, sorted });
    return sent.length === 0 ? entry : show(whole, { all, shown: sent, sorted, countMessage });
  });
  return { entries: placed, left, shown };
}

function choosePictures(input: PlacePicturesInput): Map<number, readonly Attachment[]> {
  const { entries, pictures, turnStart, room, historyRoom, countMessage } = input;
  const chosen = new Map<number, readonly Attachment[]>();
  const isAble = (index: number): readonly Attachment[] => sort(pictures.of.get(index) ?? [], pictures).able;
  let current = isAble(turnStart).slice(0, MAX_PICTURES);
  while (current.length > 0 && countPictures(current, countMessage) > room / 2)
    current = current.slice(0, -1);
  if (current.length > 0) chosen.set(turnStart, current);
  let count = current.length;
  const past = entries.filter(({ index }) => index < turnStart);
  let free = Math.min(
    room - sumTokens(entries) - countPictures(current, countMessage),
    historyRoom - sumTokens(past),
  );
  for (const { index } of past.toReversed()) {
    const able = isAble(index);
    if (able.length === 0) continue;
    const tokens = countPictures(able, countMessage);
    // An older picture without the newer ones would confuse the model, so stops at the first that does not
    // fit.
    if (tokens > free || count + able.length > MAX_PICTURES) break;
    chosen.set(index, able);
    free -= tokens;
    count += able.length;
  }
  return chosen;
}

function countPictures(pictures: readonly Attachment[], countMessage: CountMessage): number {
  return pictures.length === 0 ? 0 : countMessage({ role: 'user', content: showPictures('', pictures) });
}

function sort(all: readonly Attachment[], { areTaken, maxBytes }: ThreadPictures): Sorted {
  if (!areTaken) return { able: [], unable: all, reason: 'not-taken' };
  const able = all.filter(({ bytes }) => bytes <= maxBytes);
  return { able, unable: all.filter(({ bytes }) => bytes > maxBytes), reason: 'too-large' };
}

interface Showing {
  all: readonly Attachment[];
  shown: readonly Attachment[];
  sorted: Sorted;
}

function toNote({ all, shown, sorted }: Showing): string | undefined {
  const hidden = all.filter((picture) => !shown.includes(picture));
  const roomless = hidden.filter((picture) => !sorted.unable.includes(picture));
  const notes = [pictureNote(sorted.unable, sorted.reason), pictureNote(roomless, 'no-room')];
  return notes.filter((note) => note !== undefined).join('\n') || undefined;
}

function show(entry: ContextEntry, showing: Showing & { countMessage: CountMessage }): ContextEntry {
  const { content, role } = entry.message;
  if (role !== 'user' || typeof content !== 'string') return entry;
  const note = toNote(showing);
  const text = note === undefined ? content : `${content}\n${note}`;
  const message: ModelMessage = { role, content: showPictures(text, showing.shown) };
  return { index: entry.index, message, tokens: showing.countMessage(message) };
}

function withoutNote(entry: ContextEntry, note: string | undefined): ContextEntry {
  const { content, role } = entry.message;
  if (note === undefined || role !== 'user' || typeof content !== 'string') return entry;
  return { ...entry, message: { role, content: content.slice(0, -note.length - 1) } };
}

function leaveUnshown(left: LeftOut[], { index, all, shown, sorted }: Showing & { index: number }): void {
  const sum = (pictures: readonly Attachment[]): number =>
    pictures.reduce((total, { tokens }) => total + tokens, 0);
  const rules: [LeftRule, readonly Attachment[]][] = [
    ['no-images', sorted.unable],
    ['images', all.filter((one) => !shown.includes(one) && !sorted.unable.includes(one))],
  ];
  for (const [rule, hidden] of rules) leave(left, { index, rule, tokens: sum(hidden) });
}
