import { sql } from 'kysely';
import type { FlowDefinition } from '../../flow/definition.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Database } from '../database.js';
import { listWaitingFlows } from './current-versions.js';
import { registerFlows } from './flows.js';
import type { PutFlow, FlowVersionView, ListedFlowVersion } from '../../views/flow.js';

export interface FlowView {
  slug: string;
  id: number;
  name: string;
  currentVersion: number;
  versions: number;
  nodes: number;
  running: number;
}

export async function listFlows(db: Database): Promise<FlowView[]> {
  const { rows } = await sql<FlowView>`
    select flow.slug, flow.id, current_version as "currentVersion", coalesce(definition ->> 'name', '') as name,
      jsonb_array_length(definition -> 'nodes')::integer as nodes,
      (select count(*) from flow_version every where every.flow_slug = flow.slug and not is_draft)::bigint as versions,
      (select count(*) from execution where execution.flow_slug = flow.slug
        and status in ('pending', 'running', 'interrupted'))::bigint as running
    from flow join flow_version on flow_slug = slug and version = current_version
    order by flow.slug`.execute(db);
  return rows;
}

export async function listFlowVersions(db: Database, slug: string): Promise<ListedFlowVersion[]> {
  const rows = await db
    .selectFrom('flow')
    .innerJoin('flow_version', 'flow_slug', 'slug')
    .select(['version', 'current_version as currentVersion', 'is_draft as isDraft'])
    .select('flow_version.created_at as createdAt')
    .leftJoinLateral(
      sql<{ at: Date | null; actor: string | null }>`(
        select at, actor from audit_entry
        where target = 'flow/' || slug || '@' || version and action = 'flow.change' order by id desc limit 1
      )`.as('published'),
      (join) => join.onTrue(),
    )
    .select(['published.at as publishedAt', 'published.actor as publishedBy'])
    .where('slug', '=', slug)
    .where('hash', 'is not', null)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  return rows.map(({ currentVersion, ...facts }) => ({
    ...facts,
    isCurrent: facts.version === currentVersion,
  }));
}

const MAX_VERSIONS = 500;

export async function viewFlowVersion(
  db: Database,
  { slug, version }: { slug: string; version?: number | undefined },
): Promise<FlowVersionView | undefined> {
  const row = await db
    .selectFrom('flow')
    .innerJoin('flow_version', 'flow_slug', 'slug')
    .select(['slug', 'version', 'current_version as currentVersion', 'hash', 'definition'])
    .select('is_draft as isDraft')
    .select('flow_version.created_at as createdAt')
    .where('slug', '=', slug)
    .where('version', '=', (eb) => (version === undefined ? eb.ref('current_version') : eb.val(version)))
    .executeTakeFirst();
  if (!row || row.hash === null) return undefined;
  const { currentVersion, hash, ...view } = row;
  return { ...view, hash, isCurrent: row.version === currentVersion };
}

export async function putFlow(db: Database, definition: FlowDefinition, by?: AuditActor): Promise<PutFlow> {
  const { slug } = definition;
  const before = await readVersions(db, slug);
  const { [slug]: version = 0 } = await registerFlows(db, [definition], by);
  const [waiting] = await listWaitingFlows(db, [slug]);
  const isNew = !before || version > before.last;
  const kind = isNew ? 'new' : version === before.current ? 'same' : 'again';
  return { kind, slug, version, ...(waiting && { missing: waiting.missing }) };
}

function readVersions(db: Database, slug: string): Promise<{ current: number; last: number } | undefined> {
  return db
    .selectFrom('flow')
    .innerJoin('flow_version', 'flow_slug', 'slug')
    .select(({ fn }) => ['current_version as current', fn.max('version').as('last')])
    .where('slug', '=', slug)
    .groupBy('current_version')
    .executeTakeFirst();
}
