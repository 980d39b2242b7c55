import type { ContextEntry } from '../entries.js';
import { toUnits, type Unit } from './units.js';

/** What came after a turn's own message. */
export interface TurnParts {
  /** Oldest first, without the others. */
  own: Unit[];
  /** The user message that is being worked on; undefined: the turn's own is. */
  instruction: ContextEntry | undefined;
  /** The newest step, which the model has not answered yet; an answer that an instruction follows is none. */
  newest: Unit | undefined;
}

/** Parts what came after a turn's own message; `index` is that of the instruction that is being worked on. */
export function partTurn(entries: readonly ContextEntry[], index: number | undefined): TurnParts {
  const instruction = entries.find((entry) => entry.index === index && entry.message.role === 'user');
  const own = toUnits(entries.filter((entry) => entry !== instruction));
  const isAsked = instruction !== undefined && instruction === entries.at(-1);
  return { own, instruction, newest: isAsked ? undefined : own.pop() };
}

/** The entries with the instruction in its place among them. */
export function inOrder(
  instruction: ContextEntry | undefined,
  entries: readonly ContextEntry[],
): readonly ContextEntry[] {
  if (instruction === undefined) return entries;
  const at = entries.findIndex(({ index }) => index > instruction.index);
  return at === -1 ? [...entries, instruction] : entries.toSpliced(at, 0, instruction);
}
