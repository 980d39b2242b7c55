import type { FinalStatus, TurnKind } from '../../protocol/status.js';
import type { CarriedState, DropTurnInput } from '../../protocol/messages.js';
import type { LimitRefusal } from '../../protocol/user-limits.js';
import type { DropOutcome, NewTurn, PartOfTurn } from '../../protocol/activities/conversation.js';
import type { QueueJump } from '../../protocol/while-running.js';

/** How a turn ended; the words of a failure are for whoever asked. */
export interface TurnOutcome {
  status: FinalStatus;
  type?: string;
  message?: string;
}

export interface QueuedTurn {
  turnId: string;
  kind: TurnKind;
  /** `steer`: it may have joined the turn that ran when it was stored, which only its row says. */
  whileRunning?: QueueJump | undefined;
  /** It was begun by an earlier run, and has not ended. */
  hasBegun?: true | undefined;
}

/** A turn as its row says. */
interface StoredTurn extends QueuedTurn {
  /** How it ended; absent: it has not. */
  ended?: FinalStatus | undefined;
}

/** A message that somebody wants dropped or restored. */
export interface WantedDrop {
  readonly input: DropTurnInput;
  /** Undefined: it is not stored yet. */
  outcome: DropOutcome | undefined;
}

/** A message whose turn id is known. */
export interface RepeatedTurn {
  readonly turn: NewTurn;
  /** Whether other content is stored under the id. Undefined until compared. */
  isConflict: boolean | undefined;
}

/** Turns that ended and are remembered: enough for late duplicates, few enough to be carried over. */
const REMEMBERED_TURNS = 32;
const CLEAR_MARK = 'c:';
const SWITCH_MARK = 's:';
const INTERRUPT_MARK = 'i:';
const MESSAGE_MARK = 'm:';

/**
 * Where every turn of a conversation stands: arrived, queued, running, ended. Pure bookkeeping: it decides
 * nothing about time and does no I/O.
 */
export class TurnLedger {
  readonly arrived = new Map<string, NewTurn>();
  /** Messages that are to be dropped or restored. */
  drops: readonly WantedDrop[] = [];
  readonly queue: QueuedTurn[] = [];
  running: QueuedTurn | null = null;
  /** Turns that somebody wants cancelled. */
  readonly cancelling = new Set<string>();
  readonly ended = new Map<string, TurnOutcome>();
  /** Messages under known ids, to be compared with the stored ones. */
  repeats: readonly RepeatedTurn[] = [];
  /** Ids that this Workflow had forgotten and that were sent again with other content. */
  readonly conflicts = new Set<string>();
  /** Turns that were more than their user may have. They are no turns, and may be sent again. */
  readonly overLimit = new Map<string, LimitRefusal>();
  /** The turns that messages are a part of, by the ids of the messages, which are no turns. */
  private readonly parts = new Map<string, string>();
  turns = 0;

  /** Takes a turn up, unless its id is known. */
  arrive(turn: NewTurn): void {
    if (this.knows(turn.turnId)) return;
    this.overLimit.delete(turn.turnId);
    this.arrived.set(turn.turnId, turn);
  }

  /** Queues a message under a known id for comparison with the stored one. */
  repeat(turn: NewTurn): RepeatedTurn {
    const repeat: RepeatedTurn = { turn, isConflict: undefined };
    this.repeats = [...this.repeats, repeat];
    return repeat;
  }

  /** Settles the first `count` repeats. `conflicts` holds the indexes of those with other content. */
  settleRepeats(count: number, conflicts: readonly number[]): void {
    for (const [index, repeat] of this.repeats.slice(0, count).entries())
      repeat.isConflict = conflicts.includes(index);
    this.repeats = this.repeats.slice(count);
  }

  /** Takes up that a message is to be dropped or restored. */
  wantDropped(input: DropTurnInput): WantedDrop {
    const drop: WantedDrop = { input, outcome: undefined };
    this.drops = [...this.drops, drop];
    return drop;
  }

  /** The first of what was to be dropped has these outcomes. */
  settleDrops(outcomes: readonly DropOutcome[]): void {
    for (const [index, outcome] of outcomes.entries()) {
      const drop = this.drops[index];
      if (drop !== undefined) drop.outcome = outcome;
    }
    this.drops = this.drops.slice(outcomes.length);
  }

  /** Whether there is something to store. */
  get isUnstored(): boolean {
    return this.arrived.size > 0 || this.drops.length > 0 || this.repeats.length > 0;
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

  /** Turns that arrived and are not yet worked on. */
  get waiting(): number {
    return this.arrived.size + this.queue.length;
  }

  /** The ids of the stored turns that have not ended. */
  get unfinished(): string[] {
    const ids = this.queue.map(({ turnId }) => turnId);
    return this.running === null ? ids : [this.running.turnId, ...ids];
  }

  /** The messages in the queue that may have joined a turn. */
  get steering(): string[] {
    return this.queue.filter(({ whileRunning }) => whileRunning === 'steer').map(({ turnId }) => turnId);
  }

  /**
   * Files stored turns, in their order, under their states in Postgres. One that nobody remembered is queued in its
   * place: before the first of those after it that wait already. One that interrupts is queued before all that waits, but
   * behind earlier ones, and the turn that runs is wanted cancelled.
   */
  file(turns: readonly StoredTurn[]): void {
    for (const [index, { ended, ...turn }] of turns.entries()) {
      this.arrived.delete(turn.turnId);
      if (ended !== undefined) this.end(turn.turnId, { status: ended });
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

  /** A message is a part of a turn: it answered a question of the turn, or has joined it. */
  belong({ messageId, turnId, ended }: PartOfTurn): void {
    this.arrived.delete(messageId);
    this.takeOut(messageId);
    this.cancelling.delete(messageId);
    this.parts.set(messageId, turnId);
    dropOldest(this.parts);
    if (ended !== undefined) this.remember(turnId, ended);
  }

  /** Nothing runs any more: of the messages that were to join a turn these have. The others wait like all others. */
  settleSteering(joined: readonly PartOfTurn[]): void {
    for (const part of joined) this.belong(part);
    for (const [index, { whileRunning, ...turn }] of this.queue.entries())
      if (whileRunning === 'steer') this.queue[index] = turn;
  }

  /** The turn that a message is of: the one it began, or the one that it is a part of. */
  turnOf(messageId: string): string {
    return this.parts.get(messageId) ?? messageId;
  }

  /** How the turn of a message ended; undefined: it has not, or that is not remembered. */
  outcomeOf(messageId: string): TurnOutcome | undefined {
    return this.ended.get(this.turnOf(messageId));
  }

  /** Notes how a turn of an earlier run ended, unless that is known. */
  remember(turnId: string, status: FinalStatus): void {
    if (!this.knows(turnId)) this.end(turnId, { status });
  }

  /** A turn that could not be stored ends at once. */
  refuse(turnId: string, type: string, message: string): void {
    this.arrived.delete(turnId);
    this.end(turnId, { status: 'failed', type, message });
  }

  /**
   * Forgets turns that their user has no place for. Those who wait for them hear it before the next ones are stored,
   * and only so long is it remembered.
   */
  refuseOverLimit(turnIds: readonly string[], refusal: LimitRefusal): void {
    for (const turnId of turnIds) {
      this.arrived.delete(turnId);
      this.cancelling.delete(turnId);
      this.overLimit.set(turnId, refusal);
    }
  }

  /** Moves the next queued turn to running. */
  start(): QueuedTurn | undefined {
    const next = this.queue.shift();
    this.running = next ?? null;
    return next;
  }

  /** A turn that is wanted cancelled and does not run, taken out of the queue. */
  takeCancelled(): QueuedTurn | undefined {
    const index = this.queue.findIndex((turn) => this.cancelling.has(turn.turnId));
    return index < 0 ? undefined : this.queue.splice(index, 1)[0];
  }

  end(turnId: string, outcome: TurnOutcome): void {
    if (this.running?.turnId === turnId) this.running = null;
    this.cancelling.delete(turnId);
    this.ended.delete(turnId);
    this.ended.set(turnId, outcome);
    dropOldest(this.ended);
  }

  /** Turns before this one; 0 when it runs or has ended. */
  position(turnId: string): number {
    const index = this.queue.findIndex((turn) => turn.turnId === turnId);
    return index < 0 ? 0 : index + (this.running === null ? 0 : 1);
  }

  /** The state that crosses Continue-As-New; no turn may be running or unstored. */
  carry(): Pick<CarriedState, 'queue' | 'recent' | 'turns'> {
    return {
      queue: this.queue.map((turn) => toMark(turn) + turn.turnId),
      recent: [...this.ended].map(([turnId, { status }]) => [turnId, status]),
      turns: this.turns,
    };
  }

  static restore(carried: Pick<CarriedState, 'queue' | 'recent' | 'turns'> | undefined): TurnLedger {
    const ledger = new TurnLedger();
    if (carried === undefined) return ledger;
    for (const entry of carried.queue)
      ledger.queue.push({
        kind: chooseKind(entry),
        turnId: entry.slice(CLEAR_MARK.length),
        whileRunning: entry.startsWith(INTERRUPT_MARK) ? 'interrupt' : undefined,
      });
    for (const [turnId, status] of carried.recent) ledger.end(turnId, { status });
    ledger.turns = carried.turns;
    return ledger;
  }

  private takeOut(turnId: string): void {
    const index = this.queue.findIndex((turn) => turn.turnId === turnId);
    if (index >= 0) this.queue.splice(index, 1);
  }

  private isWaiting(turnId: string): boolean {
    return this.queue.some((turn) => turn.turnId === turnId);
  }
}

/** Whether one that interrupts is answered before it. */
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
