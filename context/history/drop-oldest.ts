import { leave, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import type { LeftRule } from '../left.js';
import { toUnits, type Unit } from '../trim/units.js';
import { textLength } from './text-length.js';

/** The most that messages from before the turn may have together. */
export interface HistoryLimits {
  characters: number;
  tokens: number;
}

export interface DropOldestInput {
  /** Repaired entries: tool calls stand with their results. */
  entries: readonly ContextEntry[];
  /** Index of the turn's own message: it and what comes after it stay. */
  turnStart: number;
  limits: HistoryLimits;
  /** Characters of the text that replaces still older messages. */
  prefixCharacters: number;
}

/**
 * The second phase of cutting a history. While it has too many characters or tokens, its oldest messages are left out, a
 * tool call together with its results; then more are, until a user message comes first.
 */
export function dropOldest({ entries, turnStart, limits, prefixCharacters }: DropOldestInput): Stage {
  const units = toUnits(entries.filter(({ index }) => index < turnStart));
  const left: LeftOut[] = [];
  let characters = prefixCharacters + units.reduce((sum, unit) => sum + countCharacters(unit), 0);
  let tokens = units.reduce((sum, unit) => sum + unit.tokens, 0);
  let rule: LeftRule | undefined;
  let start = 0;
  for (const unit of units) {
    if (characters > limits.characters) rule = 'characters';
    else if (tokens > limits.tokens) rule = 'budget';
    else if (rule === undefined || unit.isUser) break;
    for (const { index, tokens: own } of unit.entries) leave(left, { index, rule, tokens: own });
    characters -= countCharacters(unit);
    tokens -= unit.tokens;
    start += 1;
  }
  if (start === 0) return { entries, left };
  const kept = units.slice(start).flatMap((unit) => unit.entries);
  return { entries: [...kept, ...entries.filter(({ index }) => index >= turnStart)], left };
}

function countCharacters(unit: Unit): number {
  return unit.entries.reduce((sum, { message }) => sum + textLength(message), 0);
}
