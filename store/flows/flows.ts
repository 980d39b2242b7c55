import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Budget } from '../../protocol/budget.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { AuditActor } from '../audit/audit-log.js';
import { TRIGGER_KINDS } from '../../flow/kinds/traits.js';
import { flowNeeds } from '../../flow/needs/flow-needs.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { auditChange, refreshCurrentVersions, WORKER } from './current-versions.js';
import { recordSchemas } from './recorded-schemas.js';
import { LIVE, RUNS_FLOWS } from '../workers/live-workers.js';
import type { ListedFlow } from '../../views/flow.js';

/** A live worker must be able to run a current version. Only `republishes` publishes an old version again. */
export async function registerFlows(
  db: Database,
  flows: readonly FlowDefinition[],
  { republishes = true, ...by }: Partial<AuditActor> & { republishes?: boolean } = {},
): Promise<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const definition of flows) {
    const { slug } = definition;
    versions[slug] = await db.transaction().execute(async (trx) => {
      const { version, publication } = await storeVersion(trx, definition, { isDraft: false });
      if (publication === null || republishes)
        await publish(trx, { slug, version, publication }, { ...WORKER, ...by });
      // The worker has checked the version against its current schemas, even if it was stored before.
      await recordSchemas(trx, { slug, version });
      return version;
    });
  }
  return versions;
}

export async function publishVersion(
  db: Database,
  { slug, version }: { slug: string; version: number },
  by: AuditActor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select from flow where slug = ${slug} for update`.execute(trx);
    const stored = await trx
      .selectFrom('flow_version')
      .select('publication')
      .where('flow_slug', '=', slug)
      .where('version', '=', version)
      .where('hash', 'is not', null)
      .executeTakeFirst();
    if (!stored) return false;
    await publish(trx, { slug, version, ...stored }, by);
    await recordSchemas(trx, { slug, version });
    return true;
  });
}

async function publish(
  trx: DatabaseTransaction,
  { slug, version, publication }: { slug: string; version: number; publication: number | null },
  by: AuditActor,
): Promise<void> {
  const { last } = await trx
    .selectFrom('flow_version')
    .select((eb) => eb.fn.max('publication').as('last'))
    .where('flow_slug', '=', slug)
    .executeTakeFirstOrThrow();
  if (publication === null || publication !== last) {
    await trx
      .updateTable('flow_version')
      .set({ is_draft: false, publication: (last ?? 0) + 1 })
      .where('flow_slug', '=', slug)
      .where('version', '=', version)
      .execute();
    await auditChange(trx, { slug, version }, by);
  }
  await refreshCurrentVersions(trx, { slugs: [slug], isAudited: false });
}

/** Forgetting `user` deletes the draft, unless another user has tried it. */
export async function storeDraft(
  db: Database,
  definition: FlowDefinition,
  user: string | undefined,
): Promise<{ version: number; isDraft: boolean }> {
  return db.transaction().execute(async (trx) => {
    const stored = await storeVersion(trx, definition, { isDraft: true, user });
    await sql`update flow_version set created_at = now(),
      drafted_by = case when drafted_by = ${user ?? null}::text then drafted_by end
      where flow_slug = ${definition.slug} and version = ${stored.version} and is_draft`.execute(trx);
    return { version: stored.version, isDraft: stored.isDraft };
  });
}

async function storeVersion(
  trx: DatabaseTransaction,
  definition: FlowDefinition,
  { isDraft, user }: { isDraft: boolean; user?: string | undefined },
): Promise<{ version: number; publication: number | null; isDraft: boolean }> {
  const json = JSON.stringify(definition);
  const hash = createHash('sha256').update(json).digest('hex');
  const { slug } = definition;
  await trx
    .insertInto('flow')
    .values({ slug, current_version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`select from flow where slug = ${slug} for update`.execute(trx);
  const known = await trx
    .selectFrom('flow_version')
    .select(['version', 'publication', 'is_draft as isDraft'])
    .where('flow_slug', '=', slug)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known) return known;
  const { last } = await trx
    .selectFrom('flow_version')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('flow_slug', '=', slug)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await trx
    .insertInto('flow_version')
    .values({
      flow_slug: slug,
      version,
      definition: json,
      hash,
      is_draft: isDraft,
      drafted_by: user,
      needs: JSON.stringify(flowNeeds(definition)),
    })
    .execute();
  return { version, publication: null, isDraft };
}

export async function listFlowSlugs(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('flow')
    .select('slug')
    .where('current_version', '>', 0)
    .orderBy('slug')
    .execute();
  return rows.map((row) => row.slug);
}

export async function listFlowTriggers(db: Database): Promise<Record<string, readonly string[]>> {
  const { rows } = await sql<{ slug: string; triggers: string[] }>`
    select flow.slug, array(
      select node ->> 'id' from jsonb_array_elements(version.definition -> 'nodes') node
      where node ->> 'kind' = any(${TRIGGER_KINDS})) as triggers
    from flow
    join flow_version version on version.flow_slug = flow.slug and version.version = flow.current_version
    order by flow.slug`.execute(db);
  return Object.fromEntries(rows.map(({ slug, triggers }) => [slug, triggers]));
}

export async function listAllSlugs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('flow').select('slug').execute();
  return rows.map(({ slug }) => slug);
}

/** Begins the slugs of the flows that merge threads, one for each model. */
export const MERGE_SLUG = 'merge-threads-';

const IS_OFFERED = sql<boolean>`not starts_with(slug, ${sql.lit(MERGE_SLUG)})`;

/** Includes fallback models. */
export async function listNamedModels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select distinct model #>> '{}' as model
    from flow join flow_version on flow_slug = slug and version = current_version,
      jsonb_path_query(definition, '$.nodes[*].config.model[*]') model
    where ${IS_OFFERED} and jsonb_typeof(model) = 'string'
    order by model`.execute(db);
  return rows.map(({ model }) => model);
}

export async function listFlowNames({
  db,
  taskQueue,
}: {
  db: Database;
  taskQueue: string;
}): Promise<ListedFlow[]> {
  const rows = await db
    .selectFrom('flow')
    .innerJoin('flow_version', (join) =>
      join
        .onRef('flow_version.flow_slug', '=', 'flow.slug')
        .onRef('flow_version.version', '=', 'flow.current_version'),
    )
    .select(['slug', 'flow.created_at as createdAt'])
    .select([
      sql<string>`coalesce(definition ->> 'name', slug)`.as('name'),
      sql<string | null>`definition ->> 'description'`.as('description'),
      sql<string[]>`coalesce(definition -> 'examples', '[]')`.as('examples'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('worker')
            .select('id')
            .where('task_queue', '=', taskQueue)
            .where(RUNS_FLOWS)
            .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIVE}`),
        )
        .$castTo<boolean>()
        .as('hasWorker'),
    )
    .where(IS_OFFERED)
    .orderBy('slug')
    .execute();
  return rows;
}

export async function findPinnedVersion(
  db: Database,
  slug: string,
  {
    condition = sql<boolean>`true`,
    version,
  }: { condition?: RawBuilder<boolean> | undefined; version?: number | undefined } = {},
): Promise<{ version: number; budget: Budget | undefined } | undefined> {
  const row = await db
    .selectFrom('flow')
    .innerJoin('flow_version', 'flow_slug', 'slug')
    .where('version', '=', (eb) => (version === undefined ? eb.ref('current_version') : eb.val(version)))
    .select(['version', sql<Budget | null>`definition -> 'budget'`.as('budget')])
    .where('slug', '=', slug)
    .where(condition)
    .executeTakeFirst();
  return row && { version: row.version, budget: row.budget ?? undefined };
}

export async function findFlowVersion(
  db: Database,
  slug: string,
  version: number,
): Promise<FlowDefinition | undefined> {
  const row = await db
    .selectFrom('flow_version')
    .select('definition')
    .where('flow_slug', '=', slug)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.definition;
}

export async function findFlowSlug(db: Database, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('flow').select('slug').where('id', '=', id).executeTakeFirst();
  return row?.slug;
}
