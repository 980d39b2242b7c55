import { leave, sumTokens, type ContextEntry, type LeftOut, type UserMessage } from '../message/entries.js';
import type { LeftRule } from '../message/left.js';
import type { Counters } from '../text/counters.js';
import type { FindPointer } from '../results/show-pointer.js';
import { cutMessage } from './cut-message.js';
import type { CutText } from './cut-text.js';
import { shareResults } from './share-results.js';
import { inOrder, partTurn, type TurnParts } from './part-turn.js';
import { toUnits, type Unit } from './units.js';

export interface TrimInput {
  entries: readonly ContextEntry[];
  turnStart: number;
  instruction?: number | undefined;
  budget: number;
  oversize: 'cut' | 'refuse';
  resultLimit: number;
  cutsOnlyForSpace?: boolean;
  findPointer: FindPointer;
  marker: (leftTokens: number) => string;
  counters: Counters;
}

export type TrimResult =
  | { kind: 'fits'; entries: readonly ContextEntry[]; left: readonly LeftOut[]; cut?: CutText }
  | { kind: 'cannot-fit'; needed: number; reason: string };

export const NO_USER_MESSAGE = 'There is no user message to answer';

/**
 * Keeps, in order: the turn's message, the running instruction, the newest step, older units while they fit.
 */
export function trimEntries(input: TrimInput): TrimResult {
  const { entries, turnStart } = input;
  const at = entries.findIndex((entry) => entry.index === turnStart && entry.message.role === 'user');
  const current = entries[at];
  if (!current) return { kind: 'cannot-fit', needed: 0, reason: NO_USER_MESSAGE };
  const turn = partTurn(entries.slice(at + 1), input.instruction);
  return new Trim(input, { history: toUnits(entries.slice(0, at)), current, turn }).run();
}

interface TrimParts {
  history: readonly Unit[];
  current: ContextEntry;
  turn: TurnParts;
}

class Trim {
  private readonly left: LeftOut[] = [];
  private readonly budget: number;

  constructor(
    private readonly input: TrimInput,
    private readonly parts: TrimParts,
  ) {
    this.budget = input.budget - (parts.turn.instruction?.tokens ?? 0);
  }

  run(): TrimResult {
    const step = this.fitStep();
    const stepTokens = step?.tokens ?? 0;
    const fitted = this.fitCurrent(this.budget - stepTokens);
    if (!fitted) return this.refuse(stepTokens);
    const { own, instruction } = this.parts.turn;
    const room = this.budget - fitted.entry.tokens - stepTokens;
    const keptOwn = this.keepOwn(room);
    const history = this.keepHistory(keptOwn.length === own.length ? room - sumUnits(keptOwn) : undefined);
    const after = [...keptOwn, ...(step ? [step] : [])].flatMap((unit) => unit.entries);
    return {
      kind: 'fits',
      entries: [...history.flatMap((unit) => unit.entries), fitted.entry, ...inOrder(instruction, after)],
      left: this.left,
      cut: fitted.cut,
    };
  }

  /**
   * If the message is cut, the newest step gets up to half of the budget: it may have read the rest of the
   * message.
   */
  private fitStep(): Unit | undefined {
    const { entries, resultLimit, cutsOnlyForSpace = false, findPointer, counters } = this.input;
    const { current, turn } = this.parts;
    if (!turn.newest) return undefined;
    if (cutsOnlyForSpace && sumTokens(entries) <= this.input.budget) return turn.newest;
    const limit = cutsOnlyForSpace ? Infinity : resultLimit;
    const share = Math.floor(this.budget / 2);
    const room = current.tokens > this.budget ? share : this.budget - current.tokens;
    return shareResults({ unit: turn.newest, share, room, limit, findPointer, counters, left: this.left });
  }

  private fitCurrent(room: number): { entry: ContextEntry; cut?: CutText } | undefined {
    const { oversize, counters, marker } = this.input;
    const entry = this.parts.current;
    if (entry.tokens <= room) return { entry };
    if (oversize === 'refuse') return undefined;
    const { tokens, index } = entry;
    const shorter = cutMessage(entry.message as UserMessage, { tokens, room, counters, marker });
    if (!shorter) return undefined;
    const kept = counters.countMessage(shorter.message);
    leave(this.left, { index, rule: 'cut', tokens: tokens - kept });
    return { entry: { index, message: shorter.message, tokens: kept }, cut: shorter.cut };
  }

  private keepOwn(room: number): readonly Unit[] {
    const { own } = this.parts.turn;
    const kept = keepNewest(own, room);
    this.drop(own.slice(0, own.length - kept.length), 'budget');
    return kept;
  }

  private keepHistory(room: number | undefined): readonly Unit[] {
    const { history } = this.parts;
    const kept = room === undefined ? [] : keepNewest(history, room);
    this.drop(history.slice(0, history.length - kept.length), 'budget');
    const start = kept.findIndex((unit) => unit.isUser);
    const led = start === -1 ? [] : kept.slice(start);
    this.drop(kept.slice(0, kept.length - led.length), kept.length === history.length ? 'hygiene' : 'budget');
    return led;
  }

  private drop(units: readonly Unit[], rule: LeftRule): void {
    for (const { entries } of units)
      for (const { index, tokens } of entries) leave(this.left, { index, rule, tokens });
  }

  private refuse(stepTokens: number): TrimResult {
    const { oversize } = this.input;
    const { current, turn } = this.parts;
    const needed = (turn.instruction?.tokens ?? 0) + stepTokens + current.tokens;
    if (oversize === 'refuse' && this.budget > stepTokens) {
      const room = Math.max(0, this.budget - stepTokens);
      const reason = `The user message has ${current.tokens} tokens, but there is room for ${room}, and it may not be cut`;
      return { kind: 'cannot-fit', needed, reason };
    }
    const all = [
      `The user message of ${current.tokens} tokens`,
      ...(turn.instruction ? [`the instruction of ${turn.instruction.tokens}`] : []),
      ...(stepTokens > 0 ? [`the newest step of ${stepTokens}`] : []),
    ];
    const room = Math.max(0, this.input.budget);
    return {
      kind: 'cannot-fit',
      needed,
      reason: `${all.join(' and ')} cannot be made to fit ${room} tokens`,
    };
  }
}

function keepNewest(units: readonly Unit[], room: number): Unit[] {
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
