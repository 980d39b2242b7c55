import { leave, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import type { LeftRule } from '../left.js';
import { toUnits, type Unit } from '../trim/units.js';
import { textLength } from './text-length.js';

/** The most that messages from before the turn may have together. */
export interface HistoryLimits {
  characters: number;
  tokens: number;
  /** Tokens up to which the newest exchange is kept, also where older messages go in steps; default: as `tokens`. */
  exchangeTokens?: number;
  /** Too long histories are cut in steps of a quarter of a limit, so that the oldest message stays for several turns. */
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
  const characters = countDown(
    prefixCharacters + units.reduce((sum, unit) => sum + countCharacters(unit), 0),
    limits.characters,
    limits,
  );
  const tokens = countDown(
    units.reduce((sum, unit) => sum + unit.tokens, 0),
    limits.tokens,
    limits,
  );
  let rule: LeftRule | undefined;
  let start = 0;
  for (const unit of units.slice(0, findKept(units, { limits, prefixCharacters }))) {
    if (characters.isTooMuch(countCharacters(unit))) rule = 'characters';
    else if (tokens.isTooMuch(unit.tokens)) rule = 'budget';
    else if (rule === undefined || unit.isUser) break;
    for (const { index, tokens: own } of unit.entries) leave(left, { index, rule, tokens: own });
    characters.leave(countCharacters(unit));
    tokens.leave(unit.tokens);
    start += 1;
  }
  if (start === 0) return { entries, left };
  const kept = units.slice(start).flatMap((unit) => unit.entries);
  return { entries: [...kept, ...entries.filter(({ index }) => index >= turnStart)], left };
}

/** Where the newest exchange begins, if it is small enough to be kept whatever goes before it. */
function findKept(
  units: readonly Unit[],
  { limits, prefixCharacters }: Pick<DropOldestInput, 'limits' | 'prefixCharacters'>,
): number {
  const start = units.findLastIndex(({ isUser }) => isUser);
  const exchange = start === -1 ? [] : units.slice(start);
  const { characters, tokens, exchangeTokens = tokens } = limits;
  const fits =
    exchange.reduce((sum, unit) => sum + unit.tokens, 0) <= exchangeTokens &&
    exchange.reduce((sum, unit) => sum + countCharacters(unit), prefixCharacters) <= characters;
  return fits && start !== -1 ? start : units.length;
}

/** Counts what is left of a total while its oldest parts are left out. */
function countDown(total: number, limit: number, { inSteps = false }: HistoryLimits) {
  const over = total - limit;
  const step = Math.max(1, Math.floor(limit / STEPS));
  const goal = inSteps && over > 0 ? Math.ceil(over / step) * step : over;
  let gone = 0;
  return {
    /** Whether the oldest part, of this size, goes: over the limit it must, and up to the next step it may. */
    isTooMuch: (size: number) => gone < over || (over > 0 && gone + size <= goal),
    leave: (size: number) => void (gone += size),
  };
}

function countCharacters(unit: Unit): number {
  return unit.entries.reduce((sum, { message }) => sum + textLength(message), 0);
}
