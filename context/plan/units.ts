import { splitSteps, sumTokens, type ContextEntry } from '../message/entries.js';

export interface Unit {
  entries: readonly ContextEntry[];
  tokens: number;
  isUser: boolean;
}

/** Keeps a message's text together with the results of its tool calls. */
export function toUnits(entries: readonly ContextEntry[]): Unit[] {
  const units: ContextEntry[][] = [];
  for (const { asked, results } of splitSteps(entries)) {
    const last = units.at(-1)?.at(-1);
    const isBeside = last?.message.role === 'tool' && last.index === asked[0]?.index;
    if (isBeside) units.at(-1)?.push(...asked);
    else units.push([...asked, ...results]);
  }
  return units.map((unit) => ({
    entries: unit,
    tokens: sumTokens(unit),
    isUser: unit[0]?.message.role === 'user',
  }));
}
