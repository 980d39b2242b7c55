import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { endPool } from './end-pool.js';
import { throwUnsent } from './unsent.js';

const MARK = '/* unprepared */';
/**
 * Marks a statement that must not be prepared: a list with optional filters needs several plans, but a
 * prepared statement may keep one for all values.
 */
export const UNPREPARED = sql.raw(MARK);

/**
 * Prepares statements, so that Postgres plans each once per connection. Not behind a pooler, which switches
 * connections.
 */
export function createPreparingPool(
  pool: pg.Pool,
  { statementTimeoutMs = 0 }: { statementTimeoutMs?: number } = {},
): PostgresPool {
  const names = new StatementNames();
  const lent = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  return {
    async connect() {
      const client = await pool.connect().catch(throwUnsent);
      const known = lent.get(client) ?? (await introduce(client, { names, statementTimeoutMs }));
      lent.set(client, known);
      return known;
    },
    end: () => endPool(pool, open),
  };
}

/** Runs before any statement of the caller. */
async function introduce(
  client: pg.PoolClient,
  { names, statementTimeoutMs }: { names: StatementNames; statementTimeoutMs: number },
): Promise<PostgresPoolClient> {
  try {
    return (await isDirect(client, statementTimeoutMs)) ? prepareOften(client, names) : client;
  } catch (error) {
    client.release(true);
    return throwUnsent(error);
  }
}

/**
 * False behind a pooler, which invents process ids, and would pass the statement timeout on to other clients.
 */
export async function isDirect(client: pg.ClientBase, statementTimeoutMs = 0): Promise<boolean> {
  const { processID } = client as unknown as { processID: number | null };
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, case when pg_backend_pid() = $1 and $2 <> '0'
      then set_config('statement_timeout', $2, false) end`,
    [processID, String(statementTimeoutMs)],
  );
  return rows[0]?.pid === processID;
}

function prepareOften(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    // A text with several statements cannot be prepared.
    const name = values.length === 0 || isUnprepared(text) ? undefined : names.find(text);
    if (name === undefined) return client.query(text, values);
    const isAlone = client.getTransactionStatus() !== 'T';
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.forget(text);
      // The statement has not run, so a retry is safe.
      if (!isAlone) throw error;
      return client.query(text, values);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
}

export function isUnprepared(text: string): boolean {
  return text.endsWith(MARK);
}

/** Identifies the error, because its message is localized and its code ambiguous. */
const REFUSING_ROUTINE = 'RevalidateCachedQuery';

function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === REFUSING_ROUTINE;
}

const OFTEN = 3;
/** Each connection keeps a plan per statement. Chat turns need about 50. */
const MAX_NAMES = 200;
const MAX_COUNTED = 1_000;

class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly sent = new Map<string, number>();
  private made = 0;

  find(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= MAX_NAMES) return name;
    const times = (this.sent.get(text) ?? 0) + 1;
    if (times < OFTEN) {
      if (this.sent.size >= MAX_COUNTED) this.sent.clear();
      this.sent.set(text, times);
      return undefined;
    }
    this.sent.delete(text);
    this.made += 1;
    const made = `threadline_${this.made}`;
    this.names.set(text, made);
    return made;
  }

  forget(text: string): void {
    this.names.delete(text);
  }
}
