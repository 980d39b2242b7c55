import pg from 'pg';
import { nodeFailure } from '../node-failure.js';
import { LIMIT_CLASS } from '../to-store-failure.js';

export async function orTooLarge<Result>(nodeId: string, store: () => Promise<Result>): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith(LIMIT_CLASS)) throw error;
    throw nodeFailure(
      'Node.Failed',
      `The output of node '${nodeId}' is too large to store: ${error.message}`,
    );
  }
}
