import { sumTokens, type ContextEntry } from '../entries.js';
import type { Counters } from '../planning-tools.js';
import { cutText } from '../trim/cut-text.js';
import { inOrder, partTurn } from '../trim/part-turn.js';
import { toUnits, type Unit } from '../trim/units.js';
import { transcriptText } from './transcript-text.js';

/** The messages of a context that a summary is to replace, and those that stay beside it. */
export interface CompactionParts {
  /** Oldest first; tool calls are with their results. */
  past: readonly Unit[];
  /**
   * The turn's own message, the instruction that is being worked on, and the newest step, which the model has not
   * answered yet; none without a turn.
   */
  kept: readonly ContextEntry[];
}

/** Parts a context for a compaction; a turn may have a later `instruction` that is being worked on. */
export function compactionParts(
  entries: readonly ContextEntry[],
  { turnStart, instruction: index }: { turnStart: number; instruction?: number | undefined },
): CompactionParts {
  const at = entries.findIndex((entry) => entry.index === turnStart);
  if (at === -1) return { past: toUnits(entries), kept: [] };
  const current = entries.slice(at, at + 1);
  const { own, instruction, newest } = partTurn(entries.slice(at + 1), index);
  return {
    past: [...toUnits(entries.slice(0, at)), ...own],
    kept: [...current, ...inOrder(instruction, newest?.entries ?? [])],
  };
}

/**
 * The transcripts to summarize one after another: one when all fits `room` tokens, else halves, quarters and so
 * on, never splitting a tool group. What is larger than the room by itself is cut inside.
 */
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
  // One more for the line break that joins it to the next.
  const total = countText(text) + 1;
  if (total <= room) return { text, tokens: total };
  const marker = (leftTokens: number): string => `\n[… ${leftTokens} tokens left out …]\n`;
  const cut = cutText(text, { total, room: room - 1, countText, marker });
  return { text: cut?.text ?? marker(total), tokens: room };
}

/** Tokens that a context has with a summary in place of its past. */
export function compactedTokens(input: {
  systemTokens: number;
  toolTokens: number;
  summaryTokens: number;
  kept: readonly ContextEntry[];
}): number {
  return input.systemTokens + input.toolTokens + input.summaryTokens + sumTokens(input.kept);
}
