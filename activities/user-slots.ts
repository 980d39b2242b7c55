export interface SlotRequest {
  user: string;
  /** An execution holds at most one slot. */
  workflowId: string;
}

export interface WaitRequest extends SlotRequest {
  signal?: AbortSignal;
  timeoutMs: number;
}

export interface UserSlotsOptions {
  slotsPerUser: number;
  leaseMs: number;
  /** A user counts as active for this long, because much of a turn runs outside slots. */
  workingMs: number;
}

/**
 * A forgotten slot is released: an execution that waits or moves to another worker does not release its own.
 */
const FORGOTTEN_AFTER_MS = 2_000;

/** Maximum rest: a slot that was held for longer mostly waited for a model. */
const MAX_REST_MS = 1_000;

const ABSENT_AFTER_MS = 600_000;

/** Polls while a user waits, because no event reports that other users no longer delay it. */
const POLL_MS = 1_000;

/** A user who is alone gets this many times the slots, to keep all cores busy. */
const ALONE_FACTOR = 4;

/**
 * Shares a worker's CPU between users. An execution holds a slot until it ends, or until its lease expires:
 * by then, it mostly waits for a model. A user who has been alone for ten minutes never waits.
 */
export class UserSlots {
  readonly #slotsPerUser: number;
  readonly #leaseMs: number;
  readonly #workingMs: number;
  readonly #forgottenAfterMs: number;
  readonly #lines = new Map<string, UserLine>();
  readonly #users = new Map<string, string>();
  #latest: Visit | undefined;
  #latestOther: Visit | undefined;
  #serving: NodeJS.Timeout | undefined;

  constructor({ slotsPerUser, leaseMs, workingMs }: UserSlotsOptions) {
    this.#workingMs = workingMs;
    this.#slotsPerUser = slotsPerUser;
    this.#leaseMs = leaseMs;
    this.#forgottenAfterMs = Math.max(FORGOTTEN_AFTER_MS, leaseMs);
  }

  note(user: string): void {
    if (this.#latest?.user !== user) this.#latestOther = this.#latest;
    this.#latest = { user, atMs: performance.now() };
  }

  tryTake({ user, workflowId }: SlotRequest): boolean {
    this.note(user);
    const line = this.#lineOf(user);
    const isFree = line.held.size < this.#mostOf(user) && line.waiting.length === 0;
    if (!line.held.has(workflowId) && !isFree) return false;
    this.#hold({ user, workflowId });
    return true;
  }

  /** First come, first served. Returns false at the timeout. */
  async take({ signal, timeoutMs, ...request }: WaitRequest): Promise<boolean> {
    if (this.tryTake(request)) return true;
    if (signal?.aborted === true) return false;
    const { waiting } = this.#lineOf(request.user);
    return new Promise((resolve) => {
      const end = (isServed: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        const index = waiting.indexOf(begin);
        if (index >= 0) waiting.splice(index, 1);
        resolve(isServed);
      };
      const begin = (): void => {
        end(true);
        this.#hold(request);
      };
      const giveUp = (): void => end(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      waiting.push(begin);
      this.#serveLater();
    });
  }

  lend(workflowId: string): void {
    const held = this.#find(workflowId);
    if (held?.isResting === false) this.#hold({ ...held, workflowId }, { forMs: this.#leaseMs });
  }

  /**
   * While others wait, the slot rests for as long as it was held, because half of a turn's work happens
   * outside slots.
   */
  end(workflowId: string): void {
    const held = this.#find(workflowId);
    if (!held || this.countWaiting(held.user) === 0 || !this.#hasOthersAtWork(held.user))
      return this.release(workflowId);
    const forMs = Math.min(MAX_REST_MS, performance.now() - held.sinceMs);
    this.#hold({ ...held, workflowId }, { forMs, isResting: true });
  }

  countWaiting(user: string): number {
    return this.#lines.get(user)?.waiting.length ?? 0;
  }

  release(workflowId: string): void {
    const found = this.#find(workflowId);
    if (!found) return;
    const line = this.#lineOf(found.user);
    clearTimeout(found.timer);
    line.held.delete(workflowId);
    this.#users.delete(workflowId);
    if (line.held.size === 0 && line.waiting.length === 0) this.#lines.delete(found.user);
    this.#serve();
  }

  #serve(): void {
    for (const [user, line] of this.#lines)
      while (line.waiting.length > 0 && line.held.size < this.#mostOf(user)) line.waiting[0]?.();
  }

  #serveLater(): void {
    this.#serving ??= setTimeout(() => {
      this.#serving = undefined;
      this.#serve();
      if ([...this.#lines.values()].some(({ waiting }) => waiting.length > 0)) this.#serveLater();
    }, POLL_MS).unref();
  }

  #find(workflowId: string): (Hold & { user: string }) | undefined {
    const user = this.#users.get(workflowId);
    const held = user === undefined ? undefined : this.#lines.get(user)?.held.get(workflowId);
    return user === undefined || !held ? undefined : { ...held, user };
  }

  #hold(
    { user, workflowId }: SlotRequest,
    { forMs = this.#forgottenAfterMs, isResting = false }: { forMs?: number; isResting?: boolean } = {},
  ): void {
    const { held } = this.#lineOf(user);
    const { timer: lease, sinceMs = performance.now() } = held.get(workflowId) ?? {};
    clearTimeout(lease);
    const timer = setTimeout(() => this.release(workflowId), forMs).unref();
    held.set(workflowId, { timer, sinceMs, isResting });
    this.#users.set(workflowId, user);
  }

  #lineOf(user: string): UserLine {
    const line = this.#lines.get(user) ?? { held: new Map(), waiting: [] };
    this.#lines.set(user, line);
    return line;
  }

  #mostOf(user: string): number {
    if (this.#sinceOther(user) > ABSENT_AFTER_MS) return Infinity;
    return this.#hasOthersAtWork(user) ? this.#slotsPerUser : ALONE_FACTOR * this.#slotsPerUser;
  }

  #hasOthersAtWork(user: string): boolean {
    if (this.#sinceOther(user) <= this.#workingMs) return true;
    for (const [other, { held, waiting }] of this.#lines)
      if (other !== user && (waiting.length > 0 || [...held.values()].some(({ isResting }) => !isResting)))
        return true;
    return false;
  }

  #sinceOther(user: string): number {
    const other = this.#latest?.user === user ? this.#latestOther : this.#latest;
    return other ? performance.now() - other.atMs : Infinity;
  }
}

interface UserLine {
  readonly held: Map<string, Hold>;
  readonly waiting: (() => void)[];
}

interface Hold {
  timer: NodeJS.Timeout;
  sinceMs: number;
  isResting: boolean;
}

interface Visit {
  user: string;
  atMs: number;
}
