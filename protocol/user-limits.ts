import type { FailureType } from './failure-types.js';

/** The limits on the work and the files that one user may have at once. `null`: any number. */
export interface UserLimits {
  /** Messages that wait or are being answered, in all conversations and threads together; default 1,000. */
  turns: number | null;
  /** Executions outside conversations that have not ended; what they start below themselves is not counted; default 1,000. */
  executions: number | null;
  /** Seconds of one worker's threads for code and large data: what runs or waits there counts as its second, and each worker counts its own; default 60. */
  sandboxSeconds: number | null;
  /** Bytes of all stored files and artifacts together; each counts at least 4,096; default 1,000,000,000. */
  storedBytes: number | null;
}

/** The name of a limit, as the project's config has it under `limits.perUser`. */
export type UserLimit = keyof UserLimits;

/** More than a person, and most programs, ever have at once; little enough for a worker to survive. */
export const DEFAULT_USER_LIMITS: UserLimits = {
  turns: 1_000,
  executions: 1_000,
  sandboxSeconds: 60,
  storedBytes: 1_000_000_000,
};

/** Work of nobody is not limited: an application may start executions without a user. */
export const NO_USER_LIMITS: UserLimits = {
  turns: null,
  executions: null,
  sandboxSeconds: null,
  storedBytes: null,
};

/** The limits of a project with the defaults. Throws a sentence that names the field which cannot be used. */
export function completeUserLimits(given: Partial<UserLimits> = {}): UserLimits {
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_USER_LIMITS, field))
      throw new Error(
        `'limits.perUser' has a field '${field}': there are ${Object.keys(DEFAULT_USER_LIMITS).join(', ')}`,
      );
    if (value !== null && value !== undefined && !(Number.isSafeInteger(value) && value >= 1))
      throw new Error(`'limits.perUser.${field}' must be a whole number of at least 1, or null for no limit`);
  }
  const { turns, executions, sandboxSeconds, storedBytes } = DEFAULT_USER_LIMITS;
  return {
    turns: given.turns === undefined ? turns : given.turns,
    executions: given.executions === undefined ? executions : given.executions,
    sandboxSeconds: given.sandboxSeconds === undefined ? sandboxSeconds : given.sandboxSeconds,
    storedBytes: given.storedBytes === undefined ? storedBytes : given.storedBytes,
  };
}

/** A limit on work. What is over it may be tried again when some of the work has ended. */
export type WorkLimit = Exclude<UserLimit, 'storedBytes'>;

/** A limit that a user has reached. */
export interface LimitReached {
  user: string;
  limit: WorkLimit;
  /** The limit of the user, and the present number. */
  value: number;
  /** Milliseconds after which trying again makes sense. */
  retryAfterMs: number;
}

/** A refusal because of a limit: the failure of a Workflow and of the client are made of it. */
export interface LimitRefusal {
  type: 'User.LimitReached' & FailureType;
  message: string;
  details: LimitReached;
}

/** About what one of them takes, so that a place may be free by then. */
const RETRY_AFTER_MS: Readonly<Record<WorkLimit, number>> = {
  turns: 2_000,
  executions: 5_000,
  sandboxSeconds: 2_000,
};

const COUNTED: Readonly<Record<WorkLimit, string>> = {
  turns: 'messages that wait or are being answered',
  executions: 'executions that have not ended',
  sandboxSeconds: 'seconds of code and large data that run or wait on this worker',
};

/** Words the refusal of what would be more than a user may have at once. */
export function refuseOverLimit({ user, limit, value }: Omit<LimitReached, 'retryAfterMs'>): LimitRefusal {
  const retryAfterMs = RETRY_AFTER_MS[limit];
  return {
    type: 'User.LimitReached',
    message:
      `User '${user.slice(0, 80)}' has ${value} ${COUNTED[limit]}, the most there may be at once ` +
      `(limits.perUser.${limit}): try again in ${retryAfterMs / 1_000} s`,
    details: { user, limit, value, retryAfterMs },
  };
}

/** Words the rejection of a file that does not fit beside the stored files of its user. */
export function storageFull({ user, used, most }: { user: string; used: number; most: number }): {
  type: 'User.StorageFull' & FailureType;
  message: string;
} {
  return {
    type: 'User.StorageFull',
    message:
      `User '${user.slice(0, 80)}' has ${used} bytes of files and artifacts, and with this file would have more than ${most} ` +
      ROOM_ADVICE,
  };
}

const ROOM_ADVICE =
  '(limits.perUser.storedBytes): delete conversations with files or artifacts, or raise the limit';

/** Words the rejection of artifacts with which their user would have `used` bytes. */
export function artifactsFull({ user, used, most }: { user: string; used: number; most: number }): string {
  return `User '${user.slice(0, 80)}' would have ${used} bytes of files and artifacts, more than ${most} ${ROOM_ADVICE}`;
}
