import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isUnprepared } from '../../../../store/preparing-pool.js';
import type { Database, DatabaseSchema } from '../../../../store/database.js';

export interface StatementReads {
  text: string;
  buffers: number;
  scanned: string[];
  ms: number;
}

export type Plans = 'custom' | 'generic';

const SMALL_ROWS = 2_000;

export function openCountingDatabase(url: string): {
  db: Database;
  take: () => StatementReads[];
  setPlans: (chosen: Plans) => void;
} {
  let plans: Plans = 'custom';
  const pool = new pg.Pool({ connectionString: url, max: 1, types: { getTypeParser } });
  let reads: StatementReads[] = [];
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const db = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect();
          const counting = known.get(client) ?? (await introduce(client));
          known.set(client, counting);
          return counting;
        },
        end: () => pool.end(),
      },
    }),
  });
  return {
    db,
    setPlans: (chosen) => void (plans = chosen),
    take() {
      const taken = reads;
      reads = [];
      return taken;
    },
  };

  async function introduce(client: pg.PoolClient): Promise<PostgresPoolClient> {
    await client.query('set max_parallel_workers_per_gather = 0');
    let isOpen = false;
    const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      if (/^(begin|commit|rollback|start transaction)/i.test(text)) {
        isOpen = /^(begin|start)/i.test(text);
        return client.query(text, values);
      }
      if (!isOpen) await client.query('begin');
      try {
        const mode = isUnprepared(text) ? 'custom' : plans;
        await client.query(`set local plan_cache_mode = force_${mode}_plan`);
        const { result, ...counted } = await countReads(client, { text, values });
        reads.push(counted);
        return result;
      } finally {
        if (!isOpen) await client.query('commit');
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(),
    };
  }
}

async function countReads(
  client: pg.PoolClient,
  { text, values }: { text: string; values: unknown[] },
): Promise<StatementReads & { result: pg.QueryResult }> {
  const before = await readCounts(client);
  const at = performance.now();
  const result = await client.query(text, values);
  const ms = performance.now() - at;
  const after = await readCounts(client);
  const scanned = [...after.scans].filter(([table, count]) => count > (before.scans.get(table) ?? 0));
  return {
    result,
    text,
    ms,
    buffers: after.buffers - before.buffers,
    scanned: scanned.map(([table]) => table),
  };
}

async function readCounts(client: pg.PoolClient) {
  const { rows } = await client.query<{ table: string; scans: string; buffers: string; is_large: boolean }>(
    `select relname as table, case when relkind = 'r' then pg_stat_get_xact_numscans(oid) else 0 end as scans,
      pg_stat_get_xact_blocks_fetched(oid) as buffers, reltuples >= ${SMALL_ROWS} as is_large
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
  return {
    buffers: rows.reduce((sum, { buffers }) => sum + Number(buffers), 0),
    scans: new Map(
      rows.filter(({ is_large }) => is_large).map(({ table, scans }) => [table, Number(scans)] as const),
    ),
  };
}

const INT8_OID = 20;

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
