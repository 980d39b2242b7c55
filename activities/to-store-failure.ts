import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import pg from 'pg';

const UNIQUE_VIOLATION = '23505';
/** Classes of SQLSTATE that the same statement will meet again: bad data and broken rules of ours. */
const HOPELESS_CLASSES = new Set(['22', '23']);

/**
 * Turns what Postgres or its client threw into the failure of an Activity. A lost connection, a server that
 * is away, a deadlock: retried. A broken constraint is `Transcript.Conflict` and final. Other errors are
 * returned as they are.
 */
export function toStoreFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = '', message, constraint, table } = error;
    const isHopeless = HOPELESS_CLASSES.has(code.slice(0, 2));
    return ApplicationFailure.create({
      type: isHopeless ? 'Transcript.Conflict' : 'Store.Unavailable',
      message:
        code === UNIQUE_VIOLATION ? `Row of '${table}' breaks '${constraint}'` : `Postgres: ${message}`,
      nonRetryable: isHopeless,
      details: [{ code, constraint, table }],
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** The same Activities, with what the store throws classified. */
export function withStoreFailures<Activities extends object>(activities: Activities): Activities {
  const entries = Object.entries(activities).map(
    ([name, activity]: [string, (...input: unknown[]) => unknown]) => [
      name,
      async (...input: unknown[]) => {
        try {
          return await activity(...input);
        } catch (error) {
          throw toStoreFailure(error);
        }
      },
    ],
  );
  // Same names and the same signatures: only what is thrown changes.
  return Object.fromEntries(entries) as Activities;
}
