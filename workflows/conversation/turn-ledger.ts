import type { FinalStatus, TurnKind } from '../../protocol/final-status.js';
import type { CarriedState, DropTurnInput } from '../../protocol/messages.js';
import type { LimitRefusal } from '../../protocol/user-limits.js';
import type {
  ChangeOutcome,
  DropOutcome,
  NewTurn,
  PartOfTurn,
  TurnChange,
} from '../../protocol/activities/conversation.js';
import type { QueueJump } from '../../protocol/while-running.js';
import { WantedList } from './wanted-list.js';

export interface TurnOutcome {
  status: FinalStatus;
  type?: string;
  message?: string;
  isRefused?: true;
}

export interface QueuedTurn {
  turnId: string;
  kind: TurnKind;
  /** A `steer` message may have joined the running turn: only its row shows that. */
  whileRunning?: QueueJump | undefined;
  hasBegun?: true | undefined;
}

interface StoredTurn extends QueuedTurn {
  ended?: FinalStatus | undefined;
}

type CarriedTurns = 'queue' | 'recent' | 'turns' | 'priorities';

/** Few enough to carry over at Continue-As-New. */
const REMEMBERED_TURNS = 32;
const CLEAR_MARK = 'c:';
const SWITCH_MARK = 's:';
const INTERRUPT_MARK = 'i:';
const MESSAGE_MARK = 'm:';

export class TurnLedger {
  readonly arrived = new Map<string, NewTurn>();
  readonly changes = new WantedList<TurnChange, ChangeOutcome>();
  readonly drops = new WantedList<DropTurnInput, DropOutcome>();
  /** Resent turns. The outcome is true if a turn's id was used for another message. */
  readonly repeats = new WantedList<NewTurn, boolean>();
  readonly queue: QueuedTurn[] = [];
  running: QueuedTurn | null = null;
  readonly cancelling = new Set<string>();
  readonly ended = new Map<string, TurnOutcome>();
  /** Turns whose id a forgotten turn used with other content. */
  readonly conflicts = new Set<string>();
  readonly overLimit = new Map<string, LimitRefusal>();
  private readonly parts = new Map<string, string>();
  /** Not stored, so lost on Continue-As-New. */
  readonly priorities = new Map<string, number>();
  turns = 0;

  arrive(turn: NewTurn): void {
    if (this.knows(turn.turnId)) return;
    this.overLimit.delete(turn.turnId);
    this.arrived.set(turn.turnId, turn);
  }

  get isUnstored(): boolean {
    const wanted = [this.changes, this.drops, this.repeats];
    return this.arrived.size > 0 || wanted.some(({ inputs }) => inputs.length > 0);
  }

  knows(turnId: string): boolean {
    return (
      this.arrived.has(turnId) ||
      this.isWaiting(turnId) ||
      this.running?.turnId === turnId ||
      this.ended.has(turnId) ||
      this.parts.has(turnId)
    );
  }

  get waiting(): number {
    return this.arrived.size + this.queue.length;
  }

  get unfinished(): string[] {
    const ids = this.queue.map(({ turnId }) => turnId);
    return this.running === null ? ids : [this.running.turnId, ...ids];
  }

  isSentToQueue(turnId: string): boolean {
    const turn = this.queue.find((one) => one.turnId === turnId);
    return turn?.kind === 'message' && turn.whileRunning === undefined;
  }

  get steering(): string[] {
    return this.queue.filter(({ whileRunning }) => whileRunning === 'steer').map(({ turnId }) => turnId);
  }

  /**
   * A forgotten or changed turn goes before the first waiting turn that was sent later, an interrupting turn
   * behind other interrupting ones at the front.
   */
  file(turns: readonly StoredTurn[], changed: readonly string[] = []): void {
    for (const [index, { ended, ...turn }] of turns.entries()) {
      this.arrived.delete(turn.turnId);
      if (changed.includes(turn.turnId)) this.takeOutChanged(turn);
      if (ended) this.end(turn.turnId, { status: ended });
      else if (!this.knows(turn.turnId)) this.enqueue(turn, turns.slice(index + 1));
    }
  }

  private enqueue(turn: QueuedTurn, later: readonly QueuedTurn[]): void {
    const laterIds = new Set(later.map(({ turnId }) => turnId));
    const isInterrupt = turn.whileRunning === 'interrupt';
    const place = this.queue.findIndex(
      (other) => laterIds.has(other.turnId) || (isInterrupt && isPassed(other)),
    );
    this.queue.splice(place < 0 ? this.queue.length : place, 0, turn);
    if (!isInterrupt) return;
    const running = this.running ?? this.queue.find(({ hasBegun }) => hasBegun === true);
    if (running?.kind === 'message') this.cancelling.add(running.turnId);
  }

  /** Canceling the message then cancels the turn. */
  joinTurn({ messageId, turnId, ended }: PartOfTurn): void {
    this.arrived.delete(messageId);
    this.priorities.delete(messageId);
    this.takeOut(messageId);
    const isCancelled = this.cancelling.delete(messageId);
    this.parts.set(messageId, turnId);
    if (ended) this.remember(turnId, ended);
    else if (isCancelled && !this.ended.has(turnId)) this.cancelling.add(turnId);
  }

  get isRunningCancelled(): boolean {
    return this.running !== null && this.cancelling.has(this.running.turnId);
  }

  get current(): string | undefined {
    const waiting = [...this.queue, ...this.arrived.values()];
    return (this.running ?? waiting.find(({ kind }) => kind === 'message'))?.turnId;
  }

  /** Call this when no turn is running. */
  settleSteering(joined: readonly PartOfTurn[]): void {
    for (const part of joined) this.joinTurn(part);
    for (const [index, { whileRunning, ...turn }] of this.queue.entries())
      if (whileRunning === 'steer') this.queue[index] = turn;
  }

  turnOf(messageId: string): string {
    return this.parts.get(messageId) ?? messageId;
  }

  outcomeOf(messageId: string): TurnOutcome | undefined {
    return this.ended.get(this.turnOf(messageId));
  }

  remember(turnId: string, status: FinalStatus): void {
    if (!this.knows(turnId)) this.end(turnId, { status });
  }

  refuse(turnId: string, type: string, message: string): void {
    this.arrived.delete(turnId);
    this.end(turnId, { status: 'failed', type, message, isRefused: true });
  }

  /** Kept until the next turns are stored: by then, the sender has received the refusal. */
  refuseOverLimit(turnIds: readonly string[], refusal: LimitRefusal): void {
    for (const turnId of turnIds) {
      this.arrived.delete(turnId);
      this.cancelling.delete(turnId);
      this.priorities.delete(turnId);
      this.overLimit.set(turnId, refusal);
    }
  }

  start(): QueuedTurn | undefined {
    const next = this.queue.shift();
    this.running = next ?? null;
    return next;
  }

  get cancelled(): QueuedTurn | undefined {
    return this.queue.find((turn) => this.cancelling.has(turn.turnId));
  }

  end(turnId: string, outcome: TurnOutcome): void {
    this.takeOut(turnId);
    if (this.running?.turnId === turnId) this.running = null;
    this.cancelling.delete(turnId);
    this.priorities.delete(turnId);
    this.ended.delete(turnId);
    this.ended.set(turnId, outcome);
  }

  /** Call this in a later Workflow Task than `end` and `joinTurn`: by then, waiting handlers have the outcome. */
  forgetOldest(): void {
    dropOldest(this.parts);
    dropOldest(this.ended);
  }

  /** 0 if the turn is running or has ended. */
  position(turnId: string): number {
    const index = this.queue.findIndex((turn) => turn.turnId === turnId);
    return index < 0 ? 0 : index + (this.running === null ? 0 : 1);
  }

  carry(): Pick<CarriedState, CarriedTurns> {
    return {
      queue: this.queue.map((turn) => toMark(turn) + turn.turnId),
      recent: [...this.ended]
        .slice(-REMEMBERED_TURNS)
        .flatMap(([turnId, { status, isRefused }]) => (isRefused === true ? [] : [[turnId, status]])),
      turns: this.turns,
      ...(this.priorities.size > 0 && { priorities: [...this.priorities] }),
    };
  }

  static restore(carried: Pick<CarriedState, CarriedTurns> | undefined): TurnLedger {
    const ledger = new TurnLedger();
    if (!carried) return ledger;
    for (const entry of carried.queue)
      ledger.queue.push({
        kind: chooseKind(entry),
        turnId: entry.slice(CLEAR_MARK.length),
        whileRunning: entry.startsWith(INTERRUPT_MARK) ? 'interrupt' : undefined,
      });
    for (const [turnId, status] of carried.recent) ledger.end(turnId, { status });
    ledger.turns = carried.turns;
    for (const [turnId, priority] of carried.priorities ?? []) ledger.priorities.set(turnId, priority);
    return ledger;
  }

  private takeOut(turnId: string): void {
    const index = this.queue.findIndex((turn) => turn.turnId === turnId);
    if (index >= 0) this.queue.splice(index, 1);
  }

  /** A repeated change leaves its turn in place: filed again, it would cancel the turn that runs now. */
  private takeOutChanged({ turnId, whileRunning }: QueuedTurn): void {
    const waiting = this.queue.find((turn) => turn.turnId === turnId);
    if (waiting?.whileRunning !== whileRunning) this.takeOut(turnId);
  }

  private isWaiting(turnId: string): boolean {
    return this.queue.some((turn) => turn.turnId === turnId);
  }
}

function isPassed({ whileRunning, hasBegun }: QueuedTurn): boolean {
  return whileRunning !== 'interrupt' && hasBegun !== true;
}

function chooseKind(entry: string): TurnKind {
  if (entry.startsWith(CLEAR_MARK)) return 'clear';
  return entry.startsWith(SWITCH_MARK) ? 'switch' : 'message';
}

function toMark({ kind, whileRunning }: QueuedTurn): string {
  if (kind === 'clear') return CLEAR_MARK;
  if (kind === 'switch') return SWITCH_MARK;
  return whileRunning === 'interrupt' ? INTERRUPT_MARK : MESSAGE_MARK;
}

function dropOldest(map: Map<string, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED_TURNS) return;
    map.delete(oldest);
  }
}
