import type { Counters } from '../planning-tools.js';
import type { UserMessage, UserPart } from '../entries.js';
import { partCaption, type Captioned } from '../attachments/show-pictures.js';
import { cutText, type CutText } from './cut-text.js';

export interface CutMessage {
  message: UserMessage;
  /** The cut in the text; absent for a message of several parts, unless they are a text over stored pictures. */
  cut?: CutText;
}

export interface CutMessageInput {
  /** Tokens of the whole message. */
  tokens: number;
  /** Tokens that the message may have. */
  room: number;
  counters: Counters;
  marker: (leftTokens: number) => string;
}

/**
 * Cuts a user message inside so that it has at most `room` tokens: its texts keep head and tail, and a note of their
 * number replaces pictures that leave no room. Undefined when even that does not fit.
 */
export function cutMessage(message: UserMessage, input: CutMessageInput): CutMessage | undefined {
  const { room, counters, marker } = input;
  const { content } = message;
  const captioned = typeof content === 'string' ? undefined : partCaption(content);
  if (captioned !== undefined) return cutCaption(message, captioned, input);
  if (typeof content === 'string') {
    const overhead = counters.countMessage({ ...message, content: '' });
    const cut = cutText(content, {
      total: input.tokens - overhead,
      room: room - overhead,
      countText: counters.countText,
      marker,
    });
    if (cut === undefined) return undefined;
    const shorter: UserMessage = { ...message, content: cut.text };
    return counters.countMessage(shorter) <= room ? { message: shorter, cut } : undefined;
  }
  const parts = cutParts(content, input);
  return parts && { message: { ...message, content: parts } };
}

/** Cuts the text over stored pictures, which stay: there are no more of them than leave it room. */
function cutCaption(
  message: UserMessage,
  { text, pictures }: Captioned,
  { tokens, room, counters, marker }: CutMessageInput,
): CutMessage | undefined {
  const overhead = counters.countMessage({ ...message, content: [...pictures] });
  const cut = cutText(text, {
    total: tokens - overhead,
    room: room - overhead,
    countText: counters.countText,
    marker,
  });
  if (cut === undefined) return undefined;
  const shorter: UserMessage = { ...message, content: [{ type: 'text', text: cut.text }, ...pictures] };
  return counters.countMessage(shorter) <= room ? { message: shorter, cut } : undefined;
}

function cutParts(content: readonly UserPart[], input: CutMessageInput): UserPart[] | undefined {
  const { room, counters, marker } = input;
  const count = (parts: readonly UserPart[]): number =>
    counters.countMessage({ role: 'user', content: [...parts] });
  const pictures = content.filter((part) => part.type !== 'text');
  // Pictures stay while they leave half of the room to what is said about them.
  let parts: UserPart[] = [...content];
  const hasNote = pictures.length > 0 && count(pictures) > room / 2;
  if (hasNote) {
    parts = content.filter((part) => part.type === 'text');
    parts.push({ type: 'text', text: leftOutNote(pictures) });
  }
  const note = hasNote ? parts.at(-1) : undefined;
  const byLength = parts
    .flatMap((part, at) =>
      part.type === 'text' && part !== note ? [{ at, tokens: counters.countText(part.text) }] : [],
    )
    .sort((one, other) => other.tokens - one.tokens);
  // Counting all parts after each cut would not be linear: what was saved is summed up, which a token factor's
  // rounding makes inexact, and counted where the next cut may be the last.
  let over = count(parts) - room;
  let isExact = true;
  for (const { at, tokens } of byLength) {
    const part = parts[at];
    if (!isExact && over < tokens) {
      over = count(parts) - room;
      isExact = true;
    }
    if (over <= 0) break;
    if (part?.type !== 'text') continue;
    const cut = cutText(part.text, {
      total: tokens,
      // One less for the rounding of this part.
      room: tokens - over - 1,
      countText: counters.countText,
      marker,
    });
    const text = cut?.text ?? marker(tokens);
    const saved = tokens - counters.countText(text);
    if (saved <= 0) continue;
    parts[at] = { ...part, text };
    over -= saved;
    isExact = false;
  }
  return count(parts) <= room ? parts : undefined;
}

/** Writes the note that replaces pictures and files that do not fit. */
export function leftOutNote(parts: readonly UserPart[]): string {
  const pictures = parts.filter(isPicture).length;
  const counted = [toCount(pictures, 'picture'), toCount(parts.length - pictures, 'file')];
  return `[${counted.filter((text) => text !== '').join(' and ')} left out: too large for the context]`;
}

function isPicture(part: UserPart): boolean {
  // A file of a transcript may have no type.
  return part.type === 'image' || (part.type === 'file' && /^image\//i.test(part.mediaType ?? ''));
}

function toCount(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
