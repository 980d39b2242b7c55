import type { ModelMessage } from '@ai-sdk/provider-utils';
import { leave, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import { replaceLongTexts } from '../history/replace-long-texts.js';

/** Limits of what a transcript's last user message is preceded by; an absent one, or null, is none. */
export interface TranscriptHistory {
  /** Newest messages, the last user message and what follows it included. */
  messages?: number | null;
  tokens?: number | null;
  characters?: number | null;
  /** Of one plain text. */
  messageCharacters?: number | null;
}

/** Applies the limits that need no summing up: the window of messages, and placeholders for long texts. */
export function limitHistory(input: {
  entries: readonly ContextEntry[];
  history: TranscriptHistory;
  /** Index of the turn's own message. */
  turnStart: number;
  countMessage: (message: ModelMessage) => number;
}): Stage {
  const { entries, history, turnStart, countMessage } = input;
  const windowed = takeWindow(entries, { messages: history.messages ?? Infinity, turnStart });
  const { messageCharacters } = history;
  if (messageCharacters == null) return windowed;
  const replaced = replaceLongTexts({
    entries: windowed.entries,
    turnStart,
    messageCharacters,
    countMessage,
    isIndexed: () => false,
  });
  return { entries: replaced.entries, left: [...windowed.left, ...replaced.left] };
}

/** The newest messages, moved on to begin with a user message; the turn's own and what follows it always. */
function takeWindow(
  entries: readonly ContextEntry[],
  { messages, turnStart }: { messages: number; turnStart: number },
): Stage {
  let start = Math.max(0, entries.length - messages);
  if (start === 0) return { entries, left: [] };
  while (start < entries.length) {
    const entry = entries[start];
    if (entry === undefined || entry.message.role === 'user' || entry.index >= turnStart) break;
    start += 1;
  }
  const own = entries.findIndex(({ index }) => index >= turnStart);
  if (own !== -1) start = Math.min(start, own);
  const left: LeftOut[] = [];
  for (const { index, tokens } of entries.slice(0, start)) leave(left, { index, rule: 'window', tokens });
  return { entries: entries.slice(start), left };
}
