import type pg from 'pg';

/** Time for statements under way to end, and for connections to say goodbye. */
const GOODBYE_MS = 2_000;

/** Ends a pool within two seconds. */
export function endPool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  return endWithin(pool.end(), open);
}

/** Ends one connection within two seconds. */
export function endConnection(client: pg.Client): Promise<void> {
  return endWithin(client.end(), [client]);
}

/**
 * Waits for an end, for two seconds. pg waits for the end of every statement and for an answer to each goodbye, and a
 * Postgres that stands still gives neither: what is open by then is cut.
 */
async function endWithin(ending: Promise<void>, open: Iterable<pg.Client>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cutting = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      for (const client of open) cut(client);
      resolve();
    }, GOODBYE_MS);
  });
  await Promise.race([ending, cutting]).finally(() => clearTimeout(timer));
}

/** The types of pg leave out the socket of a connection. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
