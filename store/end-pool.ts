import type pg from 'pg';

/** Time for statements under way to end, and for connections to say goodbye. */
const GOODBYE_MS = 2_000;

/**
 * Ends a pool within two seconds. pg waits for the end of every statement and for an answer to each goodbye, and a
 * Postgres that stands still gives neither: what is open by then is cut.
 */
export function endPool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  return new Promise((resolve, reject) => {
    // An open socket keeps the process going until then; without one nothing is left to be cut.
    setTimeout(() => {
      open.forEach((client) => cut(client));
      resolve();
    }, GOODBYE_MS).unref();
    pool.end().then(resolve, reject);
  });
}

/** Ends one connection in the same way. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client), GOODBYE_MS);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}

/** The types of pg leave out the socket of a connection. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
