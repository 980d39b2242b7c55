import type { FailureType } from './failure-types.js';

/** `null` means no limit. */
export interface UserLimits {
  /** Waiting and running messages, in all conversations together. Default: 1,000. */
  turns: number | null;
  /** Unfinished executions outside conversations, without sub-executions. Default: 1,000. */
  executions: number | null;
  /** Sandbox time on each worker, including waits. Default: 60. */
  sandboxSeconds: number | null;
  /** All files and artifacts; each counts at least 4,096. Default: 1,000,000,000. */
  storedBytes: number | null;
}

export type UserLimit = keyof UserLimits;

/** More than a person needs, and less than would overload a worker. */
export const DEFAULT_USER_LIMITS: UserLimits = {
  turns: 1_000,
  executions: 1_000,
  sandboxSeconds: 60,
  storedBytes: 1_000_000_000,
};

/** These executions belong to the application. */
export const NO_USER_LIMITS: UserLimits = {
  turns: null,
  executions: null,
  sandboxSeconds: null,
  storedBytes: null,
};

export function completeUserLimits(given: Partial<UserLimits> = {}): UserLimits {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [field, value] of known) {
    if (!Object.hasOwn(DEFAULT_USER_LIMITS, field))
      throw new Error(
        `'limits.perUser' has the unknown field '${field}'; known are ${Object.keys(DEFAULT_USER_LIMITS).join(', ')}`,
      );
    if (value !== null && !(Number.isSafeInteger(value) && value >= 1))
      throw new Error(`'limits.perUser.${field}' must be a whole number of at least 1, or null for no limit`);
  }
  return { ...DEFAULT_USER_LIMITS, ...Object.fromEntries(known) };
}

export type WorkLimit = Exclude<UserLimit, 'storedBytes'>;

export interface LimitReached {
  user: string;
  limit: WorkLimit;
  value: number;
  retryAfterMs: number;
}

export interface LimitRefusal {
  type: 'User.LimitReached' & FailureType;
  message: string;
  details: LimitReached;
}

/** A retry is useful after about as long as one piece of work takes. */
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

export function refuseOverLimit({ user, limit, value }: Omit<LimitReached, 'retryAfterMs'>): LimitRefusal {
  const retryAfterMs = RETRY_AFTER_MS[limit];
  return {
    type: 'User.LimitReached',
    message:
      `User '${user.slice(0, 80)}' has ${value} ${COUNTED[limit]}, which is the maximum ` +
      `(limits.perUser.${limit}): try again in ${retryAfterMs / 1_000} s`,
    details: { user, limit, value, retryAfterMs },
  };
}

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

export function artifactsFull({ user, used, most }: { user: string; used: number; most: number }): string {
  return `User '${user.slice(0, 80)}' would have ${used} bytes of files and artifacts, more than ${most} ${ROOM_ADVICE}`;
}
