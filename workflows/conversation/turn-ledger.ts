import type { FinalStatus, TurnKind } from '../../protocol/status.js';
import type { CarriedState } from '../../protocol/messages.js';
import type { LimitRefusal } from '../../protocol/user-limits.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';

/** How a turn ended; the words of a failure are for whoever asked. */
export interface TurnOutcome {
  status: FinalStatus;
  type?: string;
  message?: string;
}

export interface QueuedTurn {
  turnId: string;
  kind: TurnKind;
}

/** A turn as its row says. */
interface StoredTurn extends QueuedTurn {
  /** How it ended; absent: it has not. */
  ended?: FinalStatus | undefined;
}

/** Turns that ended and are remembered: enough for late duplicates, few enough to be carried over. */
const REMEMBERED_TURNS = 32;
const CLEAR_MARK = 'c:';
const MESSAGE_MARK = 'm:';

/**
 * Where every turn of a conversation stands: arrived, queued, running, ended. Pure bookkeeping: it decides
 * nothing about time and does no I/O.
 */
export class TurnLedger {
  readonly arrived = new Map<string, NewTurn>();
  readonly queue: QueuedTurn[] = [];
  running: QueuedTurn | null = null;
  /** Turns that somebody wants cancelled. */
  readonly cancelling = new Set<string>();
  readonly ended = new Map<string, TurnOutcome>();
  /** Turns that were more than their user may have. They are no turns, and may be sent again. */
  readonly overLimit = new Map<string, LimitRefusal>();
  /** Messages that answered a question of a turn, by their ids: they are no turns. */
  private readonly answers = new Map<string, string>();
  turns = 0;

  /** Takes a turn up, unless its id is known. */
  arrive(turn: NewTurn): void {
    if (this.knows(turn.turnId)) return;
    this.overLimit.delete(turn.turnId);
    this.arrived.set(turn.turnId, turn);
  }

  knows(turnId: string): boolean {
    return (
      this.arrived.has(turnId) ||
      this.isWaiting(turnId) ||
      this.running?.turnId === turnId ||
      this.ended.has(turnId) ||
      this.answers.has(turnId)
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

  /**
   * Files stored turns, in their order, under their states in Postgres. One that nobody remembered is queued in its
   * place: before the first of those after it that wait already.
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
    const place = this.queue.findIndex(({ turnId }) => laterIds.has(turnId));
    this.queue.splice(place < 0 ? this.queue.length : place, 0, turn);
  }

  /** A message was the answer to a question of this turn. */
  answer(messageId: string, turnId: string): void {
    this.arrived.delete(messageId);
    this.answers.set(messageId, turnId);
    dropOldest(this.answers);
  }

  /** The turn that a message is of: the one it began, or the one whose question it answered. */
  turnOf(messageId: string): string {
    return this.answers.get(messageId) ?? messageId;
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
      queue: this.queue.map(({ kind, turnId }) => (kind === 'clear' ? CLEAR_MARK : MESSAGE_MARK) + turnId),
      recent: [...this.ended].map(([turnId, { status }]) => [turnId, status]),
      turns: this.turns,
    };
  }

  static restore(carried: Pick<CarriedState, 'queue' | 'recent' | 'turns'> | undefined): TurnLedger {
    const ledger = new TurnLedger();
    if (carried === undefined) return ledger;
    for (const entry of carried.queue)
      ledger.queue.push({
        kind: entry.startsWith(CLEAR_MARK) ? 'clear' : 'message',
        turnId: entry.slice(CLEAR_MARK.length),
      });
    for (const [turnId, status] of carried.recent) ledger.end(turnId, { status });
    ledger.turns = carried.turns;
    return ledger;
  }

  private isWaiting(turnId: string): boolean {
    return this.queue.some((turn) => turn.turnId === turnId);
  }
}

function dropOldest(map: Map<string, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED_TURNS) return;
    map.delete(oldest);
  }
}
