import { sql } from 'kysely';
import { describeNeed } from '../../flow/needs/abilities.js';
import { listMissing } from '../../flow/needs/choose-version.js';
import {
  listChanged,
  pickHashes,
  type RecordedNeeds,
  type SchemaHashes,
} from '../../flow/needs/schema-hashes.js';
import type { Database } from '../database.js';
import { listLiveWorkers } from '../workers/live-workers.js';
import type { ChangedFlow } from '../../views/health.js';

export async function recordSchemas(
  db: Database,
  { slug, version }: { slug: string; version: number },
): Promise<void> {
  const { needs } = await db
    .selectFrom('flow_version')
    .select('needs')
    .where('flow_slug', '=', slug)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const workers = await listLiveWorkers(db);
  const worker = workers.findLast((one) => listMissing(needs, one).length === 0);
  if (!worker) return;
  const recorded: RecordedNeeds = { ...needs, schemas: pickHashes(needs, worker.schemas) };
  const json = JSON.stringify(recorded);
  await sql`update flow_version set needs = ${json}::jsonb
    where flow_slug = ${slug} and version = ${version} and needs <> ${json}::jsonb`.execute(db);
}

export async function listChangedFlows(db: Database, slugs?: readonly string[]): Promise<ChangedFlow[]> {
  const { rows } = await sql<{ slug: string; version: number; schemas: SchemaHashes }>`
    select slug, version, needs -> 'schemas' as schemas
    from flow join flow_version on flow_slug = slug and version = current_version
    where needs ? 'schemas' and (${slugs ?? null}::text[] is null or slug = any(${slugs ?? null}::text[]))
    order by slug`.execute(db);
  if (rows.length === 0) return [];
  const workers = await listLiveWorkers(db);
  return rows.flatMap(({ slug, version, schemas }) => {
    const others = workers
      .map(({ name, schemas: now }) => ({ name, changed: listChanged(schemas, now).map(describeNeed) }))
      .filter(({ changed }) => changed.length > 0);
    if (others.length === 0) return [];
    const changed = [...new Set(others.flatMap((other) => other.changed))];
    return [{ slug, version, changed, workers: others.map(({ name }) => name) }];
  });
}
