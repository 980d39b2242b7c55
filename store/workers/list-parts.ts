import { sql } from 'kysely';
import type { Database } from '../database.js';
import { LIVE } from './live-workers.js';

export interface RegisteredPart {
  what: 'tools' | 'kinds';
  name: string;
  description: string | null;
  schema: unknown;
}

/** Returns the schemas and descriptions of the newest worker. */
export async function listRegisteredParts(db: Database, taskQueue: string): Promise<RegisteredPart[]> {
  const { rows } = await sql<RegisteredPart & { schema: string }>`
    select distinct on (what, part) what, part as name, schema.content as schema,
      nullif(description.content, '') as description
    from worker
    cross join unnest(array['tools', 'kinds']) as what
    cross join jsonb_each_text(schemas -> what) as announced (part, hash)
    join generated_text schema on schema.hash = announced.hash
    left join generated_text description on description.hash = schemas #>> array['descriptions', what, part]
    where ${isLive(taskQueue)}
    order by what, part, started_at desc`.execute(db);
  // Parsed here, because jsonb rejects a null character.
  return rows.map((row) => ({ ...row, schema: JSON.parse(row.schema) as unknown }));
}

function isLive(taskQueue: string) {
  return sql`task_queue = ${taskQueue} and seen_at > clock_timestamp() - ${LIVE}`;
}
