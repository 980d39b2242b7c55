import type { ModelMessage } from '@ai-sdk/provider-utils';
import { replaceMessage, type ContextEntry, type LeftOut } from '../entries.js';
import type { RequestForm } from '../grammar/template.js';
import { cleanEntries, NO_TURN } from '../hygiene/clean-entries.js';
import { cleanMessage } from '../hygiene/clean-message.js';
import type { Counters } from '../planning-tools.js';
import type { ReadMessages } from './read/read-messages.js';
import { limitHistory, type TranscriptHistory } from './limit-history.js';

/** A transcript as planning takes it. */
export interface SaidTranscript {
  entries: readonly ContextEntry[];
  /** Its system messages, where they stand. */
  system: readonly ContextEntry[];
  left: readonly LeftOut[];
  /** Index of the message that began the turn; `NO_TURN` if there is none. */
  turnStart: number;
  /** Index of the message that began the tool loop: not later than the turn's. */
  loopStart: number;
  /** Index of the last user message, which may stand beside results. */
  lastUser: number;
  /** Tokens of the message at an index, before anything was left out of it. */
  tokensOf: (index: number) => number;
}

interface SaySettings {
  history: TranscriptHistory;
  isToolless: boolean;
}

/** Counts the messages of a transcript, parts the system's from the others, and applies the limits of its history. */
export function sayTranscript(
  { messages, places, ...settings }: Omit<ReadMessages, 'warnings'> & SaySettings,
  { counters, ...form }: RequestForm & { counters: Counters },
): SaidTranscript {
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

/** The messages as they will be sent: results that answer no call are gone. Uncounted. */
function repair(
  entries: readonly ContextEntry[],
  how: RequestForm & { isToolless: boolean },
): readonly ContextEntry[] {
  return cleanEntries({ ...how, entries, countMessage: () => 0, onUnknownPart: () => undefined }).entries;
}

/**
 * Finds where a turn begins. A text in one message with tool results, such as a reminder of the program, begins none. Nor
 * does a text behind results end the tool loop: providers see it in the message of the results.
 */
function findTurn(
  entries: readonly ContextEntry[],
): Pick<SaidTranscript, 'turnStart' | 'loopStart' | 'lastUser'> {
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

/** A system message, cleaned; none of a blank one, or of what is no system message. */
function cleanSystem(
  entry: ContextEntry,
  { left, counters }: { left: LeftOut[]; counters: Counters },
): ContextEntry[] {
  const { index, message, tokens } = entry;
  if (message.role !== 'system') return [];
  const clean: ModelMessage | undefined = cleanMessage(message);
  if (clean === message) return [entry];
  if (clean !== undefined)
    return [replaceMessage(entry, clean, { rule: 'hygiene', left, countMessage: counters.countMessage })];
  left.push({ index, rule: 'hygiene', tokens });
  return [];
}
