import type { ContextEntry } from '../entries.js';
import { toUnits, type Unit } from './units.js';

/** The messages after a turn's own, parted. */
export interface TurnParts {
  /** Oldest first, without the instruction and the newest step. */
  own: Unit[];
  /** The user message that is being worked on; undefined where that is the turn's own. */
  instruction: ContextEntry | undefined;
  /** The newest step, which the model has not answered yet; undefined where an instruction came after it. */
  newest: Unit | undefined;
}

/** Parts the messages after a turn's own; `index` is that of the instruction that is being worked on. */
export function partTurn(entries: readonly ContextEntry[], index: number | undefined): TurnParts {
  const instruction = entries.find((entry) => entry.index === index && entry.message.role === 'user');
  const own = toUnits(entries.filter((entry) => entry !== instruction));
  const isAsked = instruction !== undefined && instruction === entries.at(-1);
  return { own, instruction, newest: isAsked ? undefined : own.pop() };
}

/** Returns the entries in order, with the instruction in its place among them. */
export function inOrder(
  instruction: ContextEntry | undefined,
  entries: readonly ContextEntry[],
): readonly ContextEntry[] {
  if (instruction === undefined) return entries;
  const at = entries.findIndex(({ index }) => index > instruction.index);
  return at === -1 ? [...entries, instruction] : entries.toSpliced(at, 0, instruction);
}
