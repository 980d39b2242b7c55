import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import pg from 'pg';
import { errorMessage } from '../protocol/error-message.js';
import { isConnectionError } from '../store/is-connection-error.js';

const UNIQUE_VIOLATION = '23505';
/** Classes of SQLSTATE that the same statement will meet again: bad data and broken rules of ours. */
const HOPELESS_CLASSES = new Set(['22', '23']);

/** Tries of a local Activity after which an error that nobody foresaw is final: about a second. */
const MAX_TRIES = 5;

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
  if (isConnectionError(error))
    return ApplicationFailure.create({
      type: 'Store.Unavailable',
      message: `Postgres cannot be reached: ${describe(error)}`,
      cause: error instanceof Error ? error : undefined,
    });
  return error instanceof Error ? error : new Error(String(error));
}

/** A host with two addresses that both refuse gives an error without a message. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  return errorMessage(error) || String(code);
}

/** The same Activities, with what the store throws classified, and without retries that would fail the same way. */
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
  // Same names and the same signatures: only what is thrown changes.
  return Object.fromEntries(entries) as Activities;
}

/**
 * Local Activities have tries for a day without Postgres. An error that is neither the store's nor a failure of ours
 * is one of the code, or of rows that it cannot read: it gets few.
 */
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
