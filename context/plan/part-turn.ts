import type { ContextEntry } from '../message/entries.js';
import { toUnits, type Unit } from './units.js';

export interface TurnParts {
  own: Unit[];
  instruction: ContextEntry | undefined;
  newest: Unit | undefined;
}

export function partTurn(entries: readonly ContextEntry[], index: number | undefined): TurnParts {
  const instruction = entries.find((entry) => entry.index === index && entry.message.role === 'user');
  const own = toUnits(entries.filter((entry) => entry !== instruction));
  const isAsked = instruction !== undefined && instruction === entries.at(-1);
  return { own, instruction, newest: isAsked ? undefined : own.pop() };
}

export function inOrder(
  instruction: ContextEntry | undefined,
  entries: readonly ContextEntry[],
): readonly ContextEntry[] {
  if (!instruction) return entries;
  const at = entries.findIndex(({ index }) => index > instruction.index);
  return at === -1 ? [...entries, instruction] : entries.toSpliced(at, 0, instruction);
}
