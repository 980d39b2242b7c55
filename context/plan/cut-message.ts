import type { Counters } from '../text/counters.js';
import type { UserMessage, UserPart } from '../message/entries.js';
import { partCaption, type Captioned } from '../message/show-pictures.js';
import { cutText, type CutText } from './cut-text.js';

export interface CutMessage {
  message: UserMessage;
  cut?: CutText;
}

export interface CutMessageInput {
  tokens: number;
  room: number;
  counters: Counters;
  marker: (leftTokens: number) => string;
}

export function cutMessage(message: UserMessage, input: CutMessageInput): CutMessage | undefined {
  const { room, counters, marker } = input;
  const { content } = message;
  const captioned = typeof content === 'string' ? undefined : partCaption(content);
  if (captioned) return cutCaption(message, captioned, input);
  if (typeof content === 'string') {
    const overhead = counters.countMessage({ ...message, content: '' });
    const cut = cutText(content, {
      total: input.tokens - overhead,
      room: room - overhead,
      countText: counters.countText,
      marker,
    });
    if (!cut) return undefined;
    const shorter: UserMessage = { ...message, content: cut.text };
    return counters.countMessage(shorter) <= room ? { message: shorter, cut } : undefined;
  }
  const parts = cutParts(content, input);
  return parts && { message: { ...message, content: parts } };
}

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
  if (!cut) return undefined;
  const shorter: UserMessage = { ...message, content: [{ type: 'text', text: cut.text }, ...pictures] };
  return counters.countMessage(shorter) <= room ? { message: shorter, cut } : undefined;
}

function cutParts(content: readonly UserPart[], input: CutMessageInput): UserPart[] | undefined {
  const { room, counters, marker } = input;
  const count = (parts: readonly UserPart[]): number =>
    counters.countMessage({ role: 'user', content: [...parts] });
  const pictures = content.filter((part) => part.type !== 'text');
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
  // Estimates first, because counting after each cut would be quadratic.
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
      // Minus one token for rounding.
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

export function leftOutNote(parts: readonly UserPart[]): string {
  const pictures = parts.filter(isPicture).length;
  const counted = [toCount(pictures, 'picture'), toCount(parts.length - pictures, 'file')];
  return `[${counted.filter((text) => text !== '').join(' and ')} left out: too large for the context]`;
}

function isPicture(part: UserPart): boolean {
  // A transcript's file may have no media type.
  return part.type === 'image' || (part.type === 'file' && /^image\//i.test(part.mediaType ?? ''));
}

function toCount(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
