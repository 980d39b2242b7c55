import { splitSteps, sumTokens, type ContextEntry } from '../entries.js';

/** Messages that are kept or dropped together: those of an answer with its tool calls and their results, or any other one alone. */
export interface Unit {
  entries: readonly ContextEntry[];
  tokens: number;
  isUser: boolean;
}

/** Splits repaired messages into units, in order. */
export function toUnits(entries: readonly ContextEntry[]): Unit[] {
  return splitSteps(entries).map(({ asked, results }) => {
    const unit = [...asked, ...results];
    return { entries: unit, tokens: sumTokens(unit), isUser: unit[0]?.message.role === 'user' };
  });
}
