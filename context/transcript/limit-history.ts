import type { ModelMessage } from '@ai-sdk/provider-utils';
import { leave, type ContextEntry, type LeftOut, type Stage } from '../message/entries.js';
import { replaceLongTexts } from '../plan/replace-long-texts.js';

export interface TranscriptHistory {
  messages?: number | null;
  tokens?: number | null;
  characters?: number | null;
  messageCharacters?: number | null;
}

export function limitHistory(input: {
  entries: readonly ContextEntry[];
  history: TranscriptHistory;
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

function takeWindow(
  entries: readonly ContextEntry[],
  { messages, turnStart }: { messages: number; turnStart: number },
): Stage {
  let start = Math.max(0, entries.length - messages);
  if (start === 0) return { entries, left: [] };
  while (start < entries.length) {
    const entry = entries[start];
    if (!entry || entry.message.role === 'user' || entry.index >= turnStart) break;
    start += 1;
  }
  const own = entries.findIndex(({ index }) => index >= turnStart);
  if (own !== -1) start = Math.min(start, own);
  const left: LeftOut[] = [];
  for (const { index, tokens } of entries.slice(0, start)) leave(left, { index, rule: 'window', tokens });
  return { entries: entries.slice(start), left };
}
