import { sql } from 'kysely';
import type { Database } from '../database.js';
import { LIVE } from './live-workers.js';

export interface RegisteredPart {
  what: 'tools' | 'kinds';
  name: string;
  schema: unknown;
}

/** Returns the schemas of the newest worker. */
export async function listRegisteredParts(db: Database, taskQueue: string): Promise<RegisteredPart[]> {
  const { rows } = await sql<RegisteredPart & { schema: string }>`
    select distinct on (what, name) what, name, content as schema from (
      select 'tools' as what, key as name, value as hash, started_at
      from worker, jsonb_each_text(schemas -> 'tools') where ${isLive(taskQueue)}
      union all
      select 'kinds', key, value, started_at
      from worker, jsonb_each_text(schemas -> 'kinds') where ${isLive(taskQueue)}
    ) announced join generated_text using (hash)
    order by what, name, started_at desc`.execute(db);
  // Parsed here, because jsonb rejects a null character.
  return rows.map((row) => ({ ...row, schema: JSON.parse(row.schema) as unknown }));
}

function isLive(taskQueue: string) {
  return sql`task_queue = ${taskQueue} and seen_at > clock_timestamp() - ${LIVE}`;
}
