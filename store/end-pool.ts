import type pg from 'pg';

const GOODBYE_MS = 2_000;

export function endPool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  return endWithin(pool.end(), open);
}

export function endConnection(client: pg.Client): Promise<void> {
  return endWithin(client.end(), [client]);
}

/**
 * Closes the sockets after a time: pg waits until its connections close, which a hung Postgres never does.
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

function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
