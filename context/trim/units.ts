import { listCalls, type ContextEntry } from '../entries.js';

/** Messages that are kept or dropped together: an assistant's with its tool calls and their results, or any other one alone. */
export interface Unit {
  entries: readonly ContextEntry[];
  tokens: number;
  isUser: boolean;
}

/** Parts repaired messages into units, in order. */
export function toUnits(entries: readonly ContextEntry[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const first = entries[at];
    if (first === undefined) break;
    const unit = [first];
    let { tokens } = first;
    if (listCalls(first.message).length > 0)
      for (let next = entries[at + 1]; next?.message.role === 'tool'; next = entries[at + 1]) {
        unit.push(next);
        tokens += next.tokens;
        at += 1;
      }
    units.push({ entries: unit, tokens, isUser: first.message.role === 'user' });
  }
  return units;
}
