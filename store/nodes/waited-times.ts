import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface WaitedTime {
  id: number;
  /** Null for the time of the whole execution. */
  nodeId: string | null;
  waitedMs: number;
}

interface TreeRow {
  id: number;
  parentId: number | null;
  parentNodeId: string | null;
}

/** Returns how long each execution and its nodes had an open question, with those of sub-executions in `tree`. */
export async function loadWaitedTimes(db: Database, tree: readonly TreeRow[]): Promise<WaitedTime[]> {
  const pairs = pairExecutions(tree);
  if (pairs.length === 0) return [];
  const { rows } = await sql<WaitedTime>`
    with asked as (
      select pair.ancestor as id, coalesce(pair.node_id, approval.node_id) as node_id,
        coalesce(pair.child::text, approval.iteration) as run,
        tstzrange(created_at, greatest(created_at, coalesce(finished_at, now()))) as time
      from unnest(${pairs.map(({ ancestor }) => ancestor)}::bigint[],
        ${pairs.map(({ descendant }) => descendant)}::bigint[],
        ${pairs.map(({ child }) => child?.parentNodeId ?? null)}::text[],
        ${pairs.map(({ child }) => child?.id ?? null)}::bigint[]) as pair (ancestor, descendant, node_id, child)
      join approval on approval.execution_id = pair.descendant
    ), waited as (
      select id, node_id, range_agg(time) as times from asked group by grouping sets ((id), (id, node_id, run))
    )
    select id, node_id as "nodeId",
      coalesce(sum(extract(epoch from upper(part.times) - lower(part.times)) * 1000), 0)::float8 as "waitedMs"
    from waited left join lateral unnest(waited.times) as part (times) on true group by id, node_id`.execute(
    db,
  );
  return rows;
}

interface TreePair {
  ancestor: number;
  descendant: number;
  /** The ancestor's own child on the path to the descendant. */
  child: TreeRow | undefined;
}

function pairExecutions(tree: readonly TreeRow[]): TreePair[] {
  const byId = new Map(tree.map((row) => [row.id, row]));
  return tree.flatMap(({ id: descendant }) => {
    const pairs = new Map<number, TreePair>();
    let child: TreeRow | undefined;
    let at = byId.get(descendant);
    while (at && !pairs.has(at.id)) {
      pairs.set(at.id, { ancestor: at.id, descendant, child });
      child = at;
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
    return [...pairs.values()];
  });
}
