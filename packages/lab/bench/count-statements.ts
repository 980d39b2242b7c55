import pg from 'pg';

export interface StatementCounter {
  of(applicationName: string): number;
  countRows(applicationName: string): number;
  stop(): void;
}

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
  prototype.query = counted as typeof prototype.query;
  return {
    of: (applicationName) => counts.get(applicationName) ?? 0,
    countRows: (applicationName) => rows.get(applicationName) ?? 0,
    stop: () => {
      prototype.query = send as typeof prototype.query;
    },
  };
}

function readApplicationName(client: pg.Client): string {
  const { connectionParameters } = client as unknown as {
    connectionParameters?: { application_name?: string };
  };
  return connectionParameters?.application_name ?? '';
}
