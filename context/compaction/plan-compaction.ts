import { sumTokens, type ContextEntry } from '../message/entries.js';
import type { Counters } from '../text/counters.js';
import { cutText } from '../plan/cut-text.js';
import { inOrder, partTurn } from '../plan/part-turn.js';
import { toUnits, type Unit } from '../plan/units.js';
import { transcriptText } from './transcript-text.js';

export interface CompactionParts {
  history: readonly Unit[];
  steps: readonly Unit[];
  kept: readonly ContextEntry[];
}

export interface CompactionPartsInput {
  turnStart: number;
  instruction?: number | undefined;
  share: number;
  budget: number;
}

export function compactionParts(
  entries: readonly ContextEntry[],
  { turnStart, instruction: index, share, budget }: CompactionPartsInput,
): CompactionParts {
  const at = entries.findIndex((entry) => entry.index === turnStart);
  if (at === -1) return { history: toUnits(entries), steps: [], kept: [] };
  const current = entries.slice(at, at + 1);
  const history = toUnits(entries.slice(0, at));
  const { own, instruction, newest } = partTurn(entries.slice(at + 1), index);
  const least = [...current, ...(instruction ? [instruction] : []), ...(newest?.entries ?? [])];
  // The other half of the budget is for the summary and further steps.
  const room = Math.floor(Math.max(0, budget - sumTokens(least)) / 2);
  const kept = keepNewest({ history, own, share, room });
  const past = kept.history.flatMap((unit) => unit.entries);
  const work = [...kept.own, ...(newest ? [newest] : [])].flatMap((unit) => unit.entries);
  return {
    history: history.slice(0, history.length - kept.history.length),
    steps: own.slice(0, own.length - kept.own.length),
    kept: [...past, ...current, ...inOrder(instruction, work)],
  };
}

interface KeepInput {
  history: readonly Unit[];
  own: readonly Unit[];
  share: number;
  room: number;
}

function keepNewest({ history, own, share, room }: KeepInput): {
  history: readonly Unit[];
  own: readonly Unit[];
} {
  if (share <= 0) return { history: [], own: [] };
  const question = history.findLastIndex(({ isUser }) => isUser);
  const exchange = question === -1 ? [] : history.slice(question);
  const fits = sumUnits(exchange) <= room;
  const first = fits ? history.length - exchange.length : history.length;
  let left = Math.min(share, room) - (fits ? sumUnits(exchange) : 0);
  const take = (units: readonly Unit[]): number => {
    let from = units.length;
    for (let unit = units[from - 1]; unit && unit.tokens <= left; unit = units[from - 1]) {
      left -= unit.tokens;
      from -= 1;
    }
    return from;
  };
  const keptOwn = own.slice(take(own));
  const isWhole = fits && keptOwn.length === own.length;
  const older = isWhole ? history.slice(take(history.slice(0, first)), first) : [];
  // Providers require a user message first, so earlier ones are skipped.
  const start = older.findIndex(({ isUser }) => isUser);
  return { history: [...(start === -1 ? [] : older.slice(start)), ...history.slice(first)], own: keptOwn };
}

function sumUnits(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Never splits the messages of a tool call and its results. */
export function toTranscripts(
  units: readonly Unit[],
  { room, counters }: { room: number; counters: Counters },
): { text: string; units: number }[] {
  const texts = units.map((unit) => {
    const text = transcriptText(unit.entries.map(({ message }) => message));
    return fitText(text, { room, counters });
  });
  const total = texts.reduce((sum, { tokens }) => sum + tokens, 0);
  let share = total;
  while (share > room) share /= 2;
  const transcripts: { text: string; units: number }[] = [];
  let lines: string[] = [];
  let size = 0;
  for (const { text, tokens } of texts) {
    if (lines.length > 0 && (size >= share || size + tokens > room)) flush();
    lines.push(text);
    size += tokens;
  }
  flush();
  return transcripts;

  function flush(): void {
    if (lines.length > 0) transcripts.push({ text: lines.join('\n'), units: lines.length });
    lines = [];
    size = 0;
  }
}

function fitText(
  text: string,
  { room, counters: { countText } }: { room: number; counters: Counters },
): { text: string; tokens: number } {
  const total = countText(text) + 1;
  if (total <= room) return { text, tokens: total };
  const marker = (leftTokens: number): string => `\n[… ${leftTokens} tokens left out …]\n`;
  const cut = cutText(text, { total, room: room - 1, countText, marker });
  return { text: cut?.text ?? marker(total), tokens: room };
}

export function compactedTokens(input: {
  systemTokens: number;
  toolTokens: number;
  summaryTokens: number;
  kept: readonly ContextEntry[];
}): number {
  return input.systemTokens + input.toolTokens + input.summaryTokens + sumTokens(input.kept);
}
