import type { Database } from '../../store/database.js';
import { readRetentionStatus } from '../../store/retention/retention-status.js';
import { describeError } from '../program/describe-error.js';
import { describeRetention } from '../retention/format-retention.js';
import type { Check } from './check.js';

/** Runs come every hour; after so many hours without one, something is wrong. */
const LATE_HOURS = 6;

/** Shows what is kept for how long, whether old data is being removed, and what is due. */
export async function checkRetention(db: Database, taskQueue: string): Promise<Check> {
  const name = 'Retention';
  try {
    const status = await readRetentionStatus(db, taskQueue);
    if (status === undefined) return { name, status: 'ok', found: 'everything is kept for ever' };
    const found = describeRetention(status).join('; ');
    const isDue = Object.values(status.due).some((count) => count > 0);
    const since = status.last?.startedAt.getTime() ?? 0;
    return isDue && status.last !== null && Date.now() - since > LATE_HOURS * 3_600_000
      ? {
          name,
          status: 'warn',
          found,
          remedy: 'Start a worker, and look at its log and at the Schedule in Temporal',
        }
      : { name, status: 'ok', found };
  } catch (error) {
    return { name, status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}
