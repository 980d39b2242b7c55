import { sql } from 'kysely';
import type { Need } from '../../flow/needs/abilities.js';
import { chooseVersion, type Publication } from '../../flow/needs/choose-version.js';
import { addAuditEntry } from '../audit/audit-log.js';
import type { Database } from '../database.js';
import { listLiveWorkers } from '../workers/live-workers.js';

/** Publications that are looked at for one that a live worker can run. */
const MAX_PUBLICATIONS = 20;

/** A flow whose newest publication does not answer. */
export interface WaitingFlow {
  slug: string;
  /** The version that was published last. */
  published: number;
  /** The version that answers; 0: none. */
  current: number;
  /** The needs that no live worker covers, as `tool 'refund'`. */
  missing: string[];
}

/**
 * Makes the newest publication that a live worker can run the current version of its flow: of one flow, or of all. Returns
 * the flows whose newest publication waits for a worker.
 */
export async function refreshCurrentVersions(
  db: Database,
  { slug, isAudited }: { slug?: string; isAudited: boolean },
): Promise<WaitingFlow[]> {
  const waiting: WaitingFlow[] = [];
  for (const { chosen, ...flow } of await listChoices(db, slug)) {
    if (chosen !== flow.current)
      await setCurrent(db, { slug: flow.slug, from: flow.current, to: chosen, isAudited });
    if (chosen !== flow.published) waiting.push({ ...flow, current: chosen });
  }
  return waiting;
}

/** Lists the flows whose newest publication does not answer, of these or of all, by their slugs. */
export async function listWaitingFlows(db: Database, slugs?: readonly string[]): Promise<WaitingFlow[]> {
  const choices = await listChoices(db);
  return choices.flatMap(({ chosen: _chosen, ...flow }) =>
    flow.current === flow.published || slugs?.includes(flow.slug) === false ? [] : [flow],
  );
}

async function listChoices(db: Database, slug?: string): Promise<(WaitingFlow & { chosen: number })[]> {
  // Before the workers: a worker that is announced in between keeps its version from being replaced below.
  const { rows } = await sql<{ slug: string; current: number; newestFirst: Publication[] }>`
    select flow.slug, current_version as current, newest.list as "newestFirst"
    from flow, lateral (
      select json_agg(json_build_object('version', version, 'needs', needs) order by publication desc) as list
      from (
        select version, needs, publication from flow_version
        where flow_slug = flow.slug and publication is not null order by publication desc limit ${MAX_PUBLICATIONS}
      ) published
    ) newest
    where newest.list is not null and (${slug ?? null}::text is null or flow.slug = ${slug ?? null}::text)
    order by flow.slug`.execute(db);
  const workers = await listLiveWorkers(db);
  return rows.map(({ slug: flow, current, newestFirst }) => {
    const { version: chosen, missing } = chooseVersion(newestFirst, { current, workers });
    const published = newestFirst[0]?.version ?? current;
    return { slug: flow, published, current, chosen, missing: missing.map(describeNeed) };
  });
}

/** Another worker may have seen other workers: the first change counts until the next look. */
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
  if (numUpdatedRows === 0n || !isAudited) return;
  const by = { actor: 'worker', via: 'worker' } as const;
  await addAuditEntry(db, { ...by, action: 'flow.change', target: `flow/${slug}@${to}`, outcome: 'done' });
}

const WORDS = { tool: 'tool', kind: 'node kind', model: 'model' } as const;

function describeNeed({ what, name }: Need): string {
  return `${WORDS[what]} '${name}'`;
}
