import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { endPool } from './end-pool.js';
import { throwUnsent } from './unsent.js';

/**
 * Lends connections that prepare the statements which are sent often: Postgres then plans each once for a connection and
 * not each time. Behind a pooler, which may hand every statement to another connection, nothing is prepared.
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

/** Looks at a new connection once. When it breaks meanwhile, nothing of its user was sent. */
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
 * Whether nobody stands between: a pooler makes up a process id for each of its clients, as one needs for a cancel. Sets the
 * timeout in the same statement; behind a pooler it would stay on a connection that others share.
 */
async function isDirect(client: pg.PoolClient, statementTimeoutMs: number): Promise<boolean> {
  // The types of pg leave out the id that the server told when the connection was made.
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
    // A text without values may be several statements, and those cannot be prepared.
    const name = values.length === 0 ? undefined : names.find(text);
    if (name === undefined) return client.query(text, values);
    const isAlone = client.getTransactionStatus() !== 'T';
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.forget(text);
      // Nothing has happened. A transaction, however, is over with its first error, and is its owner's to try again.
      if (!isAlone) throw error;
      return client.query(text, values);
    }
  };
  return {
    // Cursors, the other way to call it, are used by nobody here.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
}

/** The place in Postgres that refuses it. Its message may be in any language, and its code means much else. */
const REFUSING_ROUTINE = 'RevalidateCachedQuery';

/** Whether a statement was prepared before a migration changed the columns that it returns. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === REFUSING_ROUTINE;
}

/** A statement gets its name when it is sent this often: what is sent once or twice is not worth keeping. */
const OFTEN = 3;
/** Names in a process. Every connection keeps a plan for each of those it was sent; the turns of a chat have about 50. */
const MAX_NAMES = 200;
/** Statements that are counted. Some have a text for each number of rows, so their texts never end. */
const MAX_COUNTED = 1_000;

/** Chooses the statements of a process that connections prepare: those that are sent often. */
class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly sent = new Map<string, number>();
  private made = 0;

  /** Returns the name to send a statement under; undefined: it is sent without one. */
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

  /** Gives up the name of a statement, so that it is prepared again under another one. */
  forget(text: string): void {
    this.names.delete(text);
  }
}
