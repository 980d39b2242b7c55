import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../../store/database.js';

const ROW_BYTES = 28;
const SETTLE_MS = 400;

export interface StoredBytes {
  rows: number;
  history: number;
}

export async function readStoredBytes(
  db: Database,
  { temporal, taskQueue }: { temporal: Client; taskQueue: string },
): Promise<StoredBytes> {
  let last: StoredBytes = { rows: -1, history: -1 };
  for (;;) {
    const now = { rows: await readRowBytes(db), history: await readHistoryBytes(temporal, taskQueue) };
    if (now.rows === last.rows && now.history === last.history) return now;
    last = now;
    await sleep(SETTLE_MS);
  }
}

async function readRowBytes(db: Database): Promise<number> {
  const { rows: tables } = await sql<{ query: string }>`
    select format('select coalesce(sum(%s), 0)::float8 as bytes from %I.%I',
        string_agg(format('coalesce(pg_column_size(%I), 0)', attname), ' + ') || ' + ' || ${sql.lit(ROW_BYTES)},
        nspname, relname) as query
      from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')
      group by nspname, relname`.execute(db);
  const all = tables.map(({ query }) => query).join(' union all ');
  const { rows } = await sql<{
    bytes: number;
  }>`select sum(bytes) as bytes from (${sql.raw(all)}) sums`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function readHistoryBytes(temporal: Client, taskQueue: string): Promise<number> {
  let bytes = 0;
  for await (const { workflowId, runId } of temporal.workflow.list({ query: `TaskQueue = '${taskQueue}'` })) {
    const { historySize } = await temporal.workflow.getHandle(workflowId, runId).describe();
    bytes += historySize ?? 0;
  }
  return bytes;
}
