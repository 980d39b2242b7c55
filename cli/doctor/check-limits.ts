import type { UserLimit } from '../../protocol/user-limits.js';
import type { Database } from '../../store/database.js';
import { readUserLimits } from '../../store/users/user-limits.js';
import { describeError } from '../program/describe-error.js';
import type { Check } from './check.js';

const WORDS: Readonly<Record<UserLimit, string>> = {
  turns: 'turns',
  executions: 'executions',
  sandboxSeconds: 'seconds of code on each worker',
  storedBytes: 'bytes of files and artifacts',
};

/** Shows the limits of one user, as the last worker of a Task Queue stored them. */
export async function checkLimits(db: Database, taskQueue: string): Promise<Check> {
  const name = 'Limits per user';
  try {
    const limits = await readUserLimits(db, taskQueue);
    if (limits === undefined) return { name, status: 'ok', found: 'told by the first worker that starts' };
    const found = Object.entries(WORDS).map(([limit, words]) => {
      const value = limits[limit as UserLimit];
      return value == null ? `any number of ${words}` : `${value} ${words}`;
    });
    return { name, status: 'ok', found: found.join(', ') };
  } catch (error) {
    return { name, status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}
