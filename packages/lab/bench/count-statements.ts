import pg from 'pg';

/** Statements that this process sent to Postgres, by the application name of their connection. */
export interface StatementCounter {
  /** Statements so far of connections with this name. */
  of(applicationName: string): number;
  /** Rows that they returned or wrote. */
  countRows(applicationName: string): number;
  stop(): void;
}

/**
 * Counts every statement of every connection of this process, `begin` and `commit` too: each is a round trip.
 * Wraps the client of `pg`, because nothing but a bench wants to know.
 */
export function countStatements(): StatementCounter {
  const counts = new Map<string, number>();
  const rows = new Map<string, number>();
  const { prototype } = pg.Client;
  const send = prototype.query as (this: pg.Client, ...input: unknown[]) => unknown;
  const counted = function (this: pg.Client, ...input: unknown[]): unknown {
    const name = readApplicationName(this);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const sent = send.apply(this, input);
    if (sent instanceof Promise)
      sent.then(
        (result: { rowCount?: number | null }) =>
          rows.set(name, (rows.get(name) ?? 0) + (result.rowCount ?? 0)),
        () => undefined,
      );
    return sent;
  };
  // The overloads of `query` are beside the point: what comes in goes on as it is.
  prototype.query = counted as typeof prototype.query;
  return {
    of: (applicationName) => counts.get(applicationName) ?? 0,
    countRows: (applicationName) => rows.get(applicationName) ?? 0,
    stop: () => {
      prototype.query = send as typeof prototype.query;
    },
  };
}

/** Kept by every client, and left out of its types. */
function readApplicationName(client: pg.Client): string {
  const { connectionParameters } = client as unknown as {
    connectionParameters?: { application_name?: string };
  };
  return connectionParameters?.application_name ?? '';
}
