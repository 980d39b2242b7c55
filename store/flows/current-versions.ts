import { sql } from 'kysely';
import { describeNeed } from '../../flow/needs/abilities.js';
import { chooseVersion, type Publication } from '../../flow/needs/choose-version.js';
import { addAuditEntry, type AuditActor } from '../audit/audit-log.js';
import type { Database } from '../database.js';
import { listLiveWorkers } from '../workers/live-workers.js';
import type { WaitingFlow } from '../../views/health.js';

const MAX_PUBLICATIONS = 20;

export const WORKER: AuditActor = { actor: 'worker', via: 'worker' };

export async function refreshCurrentVersions(
  db: Database,
  { slugs, isAudited }: { slugs?: readonly string[]; isAudited: boolean },
): Promise<WaitingFlow[]> {
  const waiting: WaitingFlow[] = [];
  for (const { chosen, ...flow } of await listChoices(db, slugs)) {
    if (chosen !== flow.current)
      await setCurrent(db, { slug: flow.slug, from: flow.current, to: chosen, isAudited });
    if (chosen !== flow.published) waiting.push({ ...flow, current: chosen });
  }
  return waiting;
}

export async function listWaitingFlows(db: Database, slugs?: readonly string[]): Promise<WaitingFlow[]> {
  const choices = await listChoices(db, slugs);
  return choices.flatMap(({ chosen: _chosen, ...flow }) => (flow.current === flow.published ? [] : [flow]));
}

async function listChoices(
  db: Database,
  slugs: readonly string[] | undefined,
): Promise<(WaitingFlow & { chosen: number })[]> {
  // Read first, so that a worker which registers meanwhile keeps its version.
  const { rows } = await sql<{ slug: string; current: number; newestFirst: Publication[] }>`
    select flow.slug, current_version as current, newest.list as "newestFirst"
    from flow, lateral (
      select json_agg(json_build_object('version', version, 'needs', needs) order by publication desc) as list
      from (
        select version, needs, publication from flow_version
        where flow_slug = flow.slug and publication is not null order by publication desc limit ${MAX_PUBLICATIONS}
      ) published
    ) newest
    where newest.list is not null and (${slugs ?? null}::text[] is null or flow.slug = any(${slugs ?? null}::text[]))
    order by flow.slug`.execute(db);
  const workers = await listLiveWorkers(db);
  return rows.map(({ slug, current, newestFirst }) => {
    const { version: chosen, missing } = chooseVersion(newestFirst, { current, workers });
    const published = newestFirst[0]?.version ?? current;
    return { slug, published, current, chosen, missing: missing.map(describeNeed) };
  });
}

/** Another worker may see different live workers, so the first change stands. */
async function setCurrent(
  db: Database,
  { slug, from, to, isAudited }: { slug: string; from: number; to: number; isAudited: boolean },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('flow')
    .set({ current_version: to })
    .where('slug', '=', slug)
    .where('current_version', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && isAudited) await auditChange(db, { slug, version: to }, WORKER);
}

export async function auditChange(
  db: Database,
  { slug, version }: { slug: string; version: number },
  by: AuditActor,
): Promise<void> {
  await addAuditEntry(db, {
    ...by,
    action: 'flow.change',
    target: `flow/${slug}@${version}`,
    outcome: 'done',
  });
}
