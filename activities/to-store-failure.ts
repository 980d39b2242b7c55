import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import pg from 'pg';
import { errorMessage } from '../protocol/error-message.js';
import { isConnectionError } from '../store/is-connection-error.js';

const UNIQUE_VIOLATION = '23505';
/** Program limits of Postgres, such as 256 MB for a jsonb array. */
export const LIMIT_CLASS = '54';
/**
 * Invalid data, broken constraints and exceeded limits would fail on every retry. A missing table (42) or a changed
 * column type (0A) would not: a migration runs.
 */
const HOPELESS_CLASSES = new Set(['22', '23', LIMIT_CLASS]);
const CONFIGURED_LIMIT = '53400';

/** Takes about a second. */
const MAX_TRIES = 5;

export function toStoreFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = '', message, constraint, table } = error;
    const isHopeless = HOPELESS_CLASSES.has(code.slice(0, 2)) || code === CONFIGURED_LIMIT;
    return ApplicationFailure.create({
      type: isHopeless ? 'Transcript.Conflict' : 'Store.Unavailable',
      message:
        code === UNIQUE_VIOLATION ? `Row of '${table}' breaks '${constraint}'` : `Postgres: ${message}`,
      nonRetryable: isHopeless,
      details: [{ code, constraint, table }],
    });
  }
  if (isConnectionError(error))
    return ApplicationFailure.create({
      type: 'Store.Unavailable',
      message: `Postgres cannot be reached: ${describe(error)}`,
      cause: error instanceof Error ? error : undefined,
    });
  return error instanceof Error ? error : new Error(String(error));
}

/** If both addresses of a host refuse the connection, the error has no message. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  return errorMessage(error) || String(code);
}

export function withStoreFailures<Activities extends object>(activities: Activities): Activities {
  const entries = Object.entries(activities).map(
    ([name, activity]: [string, (...input: unknown[]) => unknown]) => [
      name,
      async (...input: unknown[]) => {
        try {
          return await activity(...input);
        } catch (error) {
          throw endTries(toStoreFailure(error));
        }
      },
    ],
  );
  return Object.fromEntries(entries) as Activities;
}

/** Ends the retries of a bug or an unreadable row. An outage of Postgres is retried for a day. */
function endTries(failure: Error): Error {
  if (failure instanceof ApplicationFailure || failure instanceof CancelledFailure) return failure;
  const { isLocal, attempt } = Context.current().info;
  if (!isLocal || attempt < MAX_TRIES) return failure;
  return ApplicationFailure.create({
    type: 'Worker.Error',
    message: failure.message,
    nonRetryable: true,
    cause: failure,
  });
}
