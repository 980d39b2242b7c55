import { leave, sumTokens, type ContextEntry, type LeftOut, type UserMessage } from '../entries.js';
import type { LeftRule } from '../manifest.js';
import type { Counters } from '../planning-tools.js';
import type { FindPointer } from '../results/show-pointer.js';
import { cutMessage } from './cut-message.js';
import type { CutText } from './cut-text.js';
import { shareResults } from './share-results.js';
import { inOrder, partTurn } from './part-turn.js';
import { toUnits, type Unit } from './units.js';

export interface TrimInput {
  entries: readonly ContextEntry[];
  /** Index of the turn's own user message. */
  turnStart: number;
  /** Index of a later user message that is being worked on; it stays whole. Absent: the turn's own is. */
  instruction?: number | undefined;
  /** Tokens that all entries may have together. */
  budget: number;
  oversize: 'cut' | 'refuse';
  /** Tokens that one tool result may have. */
  resultLimit: number;
  findPointer: FindPointer;
  /** What stands in a cut message for what was left out. */
  marker: (leftTokens: number) => string;
  counters: Counters;
}

export type TrimResult =
  | { kind: 'fits'; entries: readonly ContextEntry[]; left: readonly LeftOut[]; cut?: CutText }
  /** `needed` tokens are the least that could be sent, of `budget` that there are. */
  | { kind: 'cannot-fit'; needed: number; reason: string };

/**
 * Keeps the newest messages that fit the budget, in order. The turn's own message has its place first, beside the
 * instruction that is being worked on, and is cut inside where it must be, the newest step comes next, then what is
 * older, unit by unit; the thread's part begins with a user message. Linear in the messages, given their counts.
 */
export function trimEntries(input: TrimInput): TrimResult {
  const { entries, turnStart, counters } = input;
  const at = entries.findIndex((entry) => entry.index === turnStart && entry.message.role === 'user');
  const current = entries[at];
  if (current === undefined)
    return { kind: 'cannot-fit', needed: 0, reason: 'There is no user message to answer' };
  const history = toUnits(entries.slice(0, at));
  const { own, instruction, newest } = partTurn(entries.slice(at + 1), input.instruction);
  const budget = input.budget - (instruction?.tokens ?? 0);
  const left: LeftOut[] = [];
  const share = Math.floor(budget / 2);
  // Where the message must be cut anyway, a step of up to half the budget stays whole: it may be what reads the
  // rest of that message.
  const step = newest && fitStep(newest, current.tokens > budget ? share : budget - current.tokens);
  const said = fitCurrent(current, budget - (step?.tokens ?? 0));
  if (said === undefined) return cannotFit(step?.tokens ?? 0);

  let room = budget - said.entry.tokens - (step?.tokens ?? 0);
  const keptOwn = newestThatFit(own, room);
  drop(own.slice(0, own.length - keptOwn.length), 'budget');
  room -= sumUnits(keptOwn);
  const hasAllOwn = keptOwn.length === own.length;
  const keptHistory = hasAllOwn ? newestThatFit(history, room) : [];
  drop(history.slice(0, history.length - keptHistory.length), 'budget');
  const start = keptHistory.findIndex((unit) => unit.isUser);
  const led = start === -1 ? [] : keptHistory.slice(start);
  drop(
    keptHistory.slice(0, keptHistory.length - led.length),
    keptHistory.length === history.length ? 'hygiene' : 'budget',
  );
  return {
    kind: 'fits',
    entries: [
      ...led.flatMap((unit) => unit.entries),
      said.entry,
      ...inOrder(
        instruction,
        [...keptOwn, ...(step ? [step] : [])].flatMap((unit) => unit.entries),
      ),
    ],
    left,
    ...(said.cut && { cut: said.cut }),
  };

  function fitStep(unit: Unit, room: number): Unit {
    const { resultLimit: limit, findPointer } = input;
    return shareResults({ unit, share, room, limit, findPointer, counters, left });
  }

  function fitCurrent(entry: ContextEntry, room: number): { entry: ContextEntry; cut?: CutText } | undefined {
    if (entry.tokens <= room) return { entry };
    if (input.oversize === 'refuse') return undefined;
    const shorter = cutMessage(entry.message as UserMessage, {
      tokens: entry.tokens,
      room,
      counters,
      marker: input.marker,
    });
    if (shorter === undefined) return undefined;
    const tokens = counters.countMessage(shorter.message);
    leave(left, { index: entry.index, rule: 'cut', tokens: entry.tokens - tokens });
    return {
      entry: { index: entry.index, message: shorter.message, tokens },
      ...(shorter.cut && { cut: shorter.cut }),
    };
  }

  function cannotFit(stepTokens: number): TrimResult {
    const needed = (instruction?.tokens ?? 0) + stepTokens + (current?.tokens ?? 0);
    const all = [
      `The user message of ${current?.tokens} tokens`,
      ...(instruction ? [`the instruction of ${instruction.tokens}`] : []),
      ...(stepTokens > 0 ? [`the newest step of ${stepTokens}`] : []),
    ];
    const reason =
      input.oversize === 'refuse' && budget > stepTokens
        ? `The user message has ${current?.tokens} tokens, there is room for ${Math.max(0, budget - stepTokens)}, and it may not be cut`
        : `${all.join(' and ')} cannot be made to fit ${Math.max(0, input.budget)} tokens`;
    return { kind: 'cannot-fit', needed, reason };
  }

  function drop(units: readonly Unit[], rule: LeftRule): void {
    for (const { entries: dropped } of units)
      for (const { index, tokens } of dropped) leave(left, { index, rule, tokens });
  }
}

function newestThatFit(units: readonly Unit[], room: number): Unit[] {
  let tokens = 0;
  let from = units.length;
  while (from > 0) {
    tokens += units[from - 1]?.tokens ?? 0;
    if (tokens > room) break;
    from -= 1;
  }
  return units.slice(from);
}

function sumUnits(units: readonly Unit[]): number {
  return units.reduce((sum, { entries }) => sum + sumTokens(entries), 0);
}
