import type { ModelMessage } from '@ai-sdk/provider-utils';
import { replaceMessage, type ContextEntry, type LeftOut } from '../message/entries.js';
import type { RequestForm } from '../grammar/request-template.js';
import { cleanEntries, NO_TURN } from '../hygiene/clean-entries.js';
import { cleanMessage } from '../hygiene/clean-message.js';
import type { Counters } from '../text/counters.js';
import type { ReadMessages } from './read-messages.js';
import { limitHistory, type TranscriptHistory } from './limit-history.js';

export interface RenderedTranscript {
  entries: readonly ContextEntry[];
  system: readonly ContextEntry[];
  left: readonly LeftOut[];
  turnStart: number;
  loopStart: number;
  lastUser: number;
  tokensOf: (index: number) => number;
}

interface SaySettings {
  history: TranscriptHistory;
  isToolless: boolean;
}

export function renderTranscript(
  { messages, places, ...settings }: Omit<ReadMessages, 'warnings'> & SaySettings,
  { counters, ...form }: RequestForm & { counters: Counters },
): RenderedTranscript {
  const { history, isToolless } = settings;
  const { countMessage } = counters;
  const tokensAt = new Map<number, number>();
  const counted = messages.map((message, at) => {
    const index = places[at] ?? at;
    const tokens = countMessage(message);
    tokensAt.set(index, (tokensAt.get(index) ?? 0) + tokens);
    return { index, message, tokens };
  });
  const left: LeftOut[] = [];
  const system = counted.flatMap((entry) => cleanSystem(entry, { left, counters }));
  const entries = counted.filter(({ message }) => message.role !== 'system');
  const { turnStart, loopStart, lastUser } = findTurn(repair(entries, { ...form, isToolless }));
  const limited = limitHistory({ entries, history, turnStart, countMessage });
  return {
    entries: limited.entries,
    system,
    turnStart,
    loopStart,
    lastUser,
    left: [...left, ...limited.left],
    tokensOf: (index) => tokensAt.get(index) ?? 0,
  };
}

function repair(
  entries: readonly ContextEntry[],
  how: RequestForm & { isToolless: boolean },
): readonly ContextEntry[] {
  return cleanEntries({ ...how, entries, countMessage: () => 0, onUnknownPart: () => undefined }).entries;
}

/**
 * Finds where the last turn starts. A user message right after tool results is a reminder, which providers
 * merge with them.
 */
function findTurn(
  entries: readonly ContextEntry[],
): Pick<RenderedTranscript, 'turnStart' | 'loopStart' | 'lastUser'> {
  let before: ContextEntry | undefined;
  const asking = entries.flatMap((entry) => {
    if (entry.message.role !== 'user') {
      before = entry;
      return [];
    }
    const isBehind = before?.message.role === 'tool';
    return [{ index: entry.index, isBehind, isBeside: isBehind && before?.index === entry.index }];
  });
  const lastUser = asking.at(-1)?.index ?? NO_TURN;
  const turnStart = asking.findLast(({ isBeside }) => !isBeside)?.index ?? lastUser;
  const loopStart = asking.findLast(({ isBehind }) => !isBehind)?.index ?? NO_TURN;
  return { turnStart, loopStart, lastUser };
}

function cleanSystem(
  entry: ContextEntry,
  { left, counters }: { left: LeftOut[]; counters: Counters },
): ContextEntry[] {
  const { index, message, tokens } = entry;
  if (message.role !== 'system') return [];
  const clean: ModelMessage | undefined = cleanMessage(message);
  if (clean === message) return [entry];
  if (clean)
    return [replaceMessage(entry, clean, { rule: 'hygiene', left, countMessage: counters.countMessage })];
  left.push({ index, rule: 'hygiene', tokens });
  return [];
}
