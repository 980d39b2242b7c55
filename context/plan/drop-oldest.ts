import { leave, type ContextEntry, type LeftOut, type Stage } from '../message/entries.js';
import type { LeftRule } from '../message/left.js';
import { toUnits, type Unit } from './units.js';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { renderOutput } from '../results/render-output.js';

export interface HistoryLimits {
  characters: number;
  tokens: number;
  exchangeTokens?: number;
  /**
   * Drops a quarter of the limit at once, so that the oldest sent message, and the provider's cache, stay the
   * same for several turns.
   */
  inSteps?: boolean;
  firstIndex?: number;
}

const STEPS = 4;

export interface DropOldestInput {
  entries: readonly ContextEntry[];
  turnStart: number;
  limits: HistoryLimits;
  prefixCharacters: number;
}

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
    else if (isBefore(unit, limits)) rule = 'budget';
    else if (!rule || unit.isUser) break;
    for (const { index, tokens: own } of unit.entries) leave(left, { index, rule, tokens: own });
    characters.leave(countCharacters(unit));
    tokens.leave(unit.tokens);
    start += 1;
  }
  if (start === 0) return { entries, left };
  const kept = units.slice(start).flatMap((unit) => unit.entries);
  return { entries: [...kept, ...entries.filter(({ index }) => index >= turnStart)], left };
}

function findKept(
  units: readonly Unit[],
  { limits, prefixCharacters }: Pick<DropOldestInput, 'limits' | 'prefixCharacters'>,
): number {
  const start = units.findLastIndex(({ isUser }) => isUser);
  const exchange = start === -1 ? [] : units.slice(start);
  const { characters, tokens, exchangeTokens = tokens } = limits;
  const fits =
    !exchange.some((unit) => isBefore(unit, limits)) &&
    exchange.reduce((sum, unit) => sum + unit.tokens, 0) <= exchangeTokens &&
    exchange.reduce((sum, unit) => sum + countCharacters(unit), prefixCharacters) <= characters;
  return fits && start !== -1 ? start : units.length;
}

function isBefore({ entries }: Unit, { firstIndex = 0 }: HistoryLimits): boolean {
  return (entries[0]?.index ?? 0) < firstIndex;
}

function countDown(total: number, limit: number, { inSteps = false }: HistoryLimits) {
  const over = total - limit;
  const step = Math.max(1, Math.floor(limit / STEPS));
  const goal = inSteps && over > 0 ? Math.ceil(over / step) * step : over;
  let gone = 0;
  return {
    isTooMuch: (size: number) => gone < over || (over > 0 && gone + size <= goal),
    leave: (size: number) => void (gone += size),
  };
}

function countCharacters(unit: Unit): number {
  return unit.entries.reduce((sum, { message }) => sum + textLength(message), 0);
}

export function textLength(message: ModelMessage): number {
  if (typeof message.content === 'string') return message.content.length;
  let length = 0;
  for (const part of message.content) {
    if (part.type === 'text') length += part.text.length;
    else if (part.type === 'tool-result') length += renderOutput(part.output).length;
  }
  return length;
}
