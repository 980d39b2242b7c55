import { leave, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import type { LeftRule } from '../left.js';
import { toUnits, type Unit } from '../trim/units.js';
import { textLength } from './text-length.js';

/** The most that messages from before the turn may have together. */
export interface HistoryLimits {
  characters: number;
  tokens: number;
  /** What is too much is left out in steps of a quarter of a limit, so that the oldest message stays for several turns. */
  inSteps?: boolean;
}

/** Parts of a limit that are left out at once. */
const STEPS = 4;

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
  const mostCharacters = findMost(characters, limits.characters, limits);
  const mostTokens = findMost(tokens, limits.tokens, limits);
  let rule: LeftRule | undefined;
  let start = 0;
  for (const unit of units) {
    if (characters > mostCharacters) rule = 'characters';
    else if (tokens > mostTokens) rule = 'budget';
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

/** How much may stay of what there is. */
function findMost(total: number, limit: number, { inSteps = false }: HistoryLimits): number {
  const over = total - limit;
  if (!inSteps || over <= 0) return limit;
  const step = Math.max(1, Math.floor(limit / STEPS));
  return total - Math.ceil(over / step) * step;
}

function countCharacters(unit: Unit): number {
  return unit.entries.reduce((sum, { message }) => sum + textLength(message), 0);
}
