import { leave, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import type { LeftRule } from '../left.js';
import { toUnits, type Unit } from '../trim/units.js';
import { textLength } from './text-length.js';

/** What messages from before the turn may have together. */
export interface HistoryLimits {
  characters: number;
  tokens: number;
}

export interface DropOldestInput {
  /** Repaired: tool calls stand with their results. */
  entries: readonly ContextEntry[];
  /** Index of the turn's own message: it and what comes after it stay. */
  turnStart: number;
  limits: HistoryLimits;
  /** Characters of what stands for the still older messages. */
  prefixCharacters: number;
}

/**
 * The second phase of cutting a history: while it has too many characters or tokens its oldest messages go, a tool
 * call with its results, and then those that leave it without a user message at its beginning.
 */
export function dropOldest({ entries, turnStart, limits, prefixCharacters }: DropOldestInput): Stage {
  const units = toUnits(entries.filter(({ index }) => index < turnStart));
  const left: LeftOut[] = [];
  let characters = prefixCharacters + units.reduce((sum, unit) => sum + charactersOf(unit), 0);
  let tokens = units.reduce((sum, unit) => sum + unit.tokens, 0);
  let rule: LeftRule | undefined;
  let start = 0;
  for (const unit of units) {
    if (characters > limits.characters) rule = 'characters';
    else if (tokens > limits.tokens) rule = 'budget';
    else if (rule === undefined || unit.isUser) break;
    for (const { index, tokens: own } of unit.entries) leave(left, { index, rule, tokens: own });
    characters -= charactersOf(unit);
    tokens -= unit.tokens;
    start += 1;
  }
  if (start === 0) return { entries, left };
  const kept = units.slice(start).flatMap((unit) => unit.entries);
  return { entries: [...kept, ...entries.filter(({ index }) => index >= turnStart)], left };
}

function charactersOf(unit: Unit): number {
  return unit.entries.reduce((sum, { message }) => sum + textLength(message), 0);
}
