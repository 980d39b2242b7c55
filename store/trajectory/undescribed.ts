import { sql } from 'kysely';
import { DATA_TYPES, type DataType } from '../../trajectory/graph/node-types.js';
import { DEFAULT_DESCRIPTION } from '../../trajectory/portraits/default-description.js';
import { ATTACHMENT } from '../../trajectory/recorded/knowledge-reference.js';
import type { DatabaseTransaction } from '../database.js';
import { newestRounds, treeBelow, type NewestRounds } from './newest-rounds.js';

export interface FlowVersion {
  slug: string;
  version: number;
}

export interface ThingKey {
  type: DataType;
  name: string;
  /** The execution for an artifact, whose name is not unique, else 0. */
  ownerId: number;
}

const EARLIER_TURNS = 200;

const isOfDescribedType = sql`node.type in (${sql.join(DATA_TYPES.map((type) => sql.lit(type)))})`;
/** Waits for a description by a model. */
export const isUndescribed = sql`node.description is null and ${isOfDescribedType}`;
/** True for attachments, sent messages and found passages, but not for a tool's thing of the same name. */
const isAdded = sql`(node.attributes ->> 'source' = ${sql.lit(ATTACHMENT)}
  or json_typeof(node.attributes -> 'content') = 'object')`;
const isArtifact = sql`node.attributes ->> 'source' = 'artifact'`;
export const ownerId = sql`case when ${isArtifact} then node.execution_id else 0 end`;
export const nextVersions = sql`coalesce(versions, '{}') || jsonb_build_object(
  (select count(*) + 1 from jsonb_object_keys(coalesce(versions, '{}'))), '{"description": null}'::jsonb)`;

export function treeInScope(scope: NewestRounds) {
  return treeBelow(newestRounds(scope));
}

export async function findUndescribedFlows(
  trx: DatabaseTransaction,
  scope: NewestRounds,
): Promise<FlowVersion[]> {
  const { rows } = await sql<FlowVersion>`
    with ${treeInScope(scope)}
    select distinct flow_slug as slug, flow_version as version from execution
    where id in (select id from tree) and exists (
      select from trajectory_node node where node.execution_id = execution.id and ${isUndescribed})`.execute(
    trx,
  );
  return rows;
}

/** Copies from the newest 200 turns. Skips artifacts, which are always new. */
export async function describeFromEarlier(trx: DatabaseTransaction, scope: NewestRounds): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ${treeInScope(scope)}, wanted as (
      select distinct type, name from trajectory_node node
      where execution_id in (select id from tree) and ${isUndescribed} and (${isArtifact}) is not true
    ), earlier (id) as (
      with ${treeInScope('turns' in scope ? { ...scope, turns: EARLIER_TURNS } : scope)} select id from tree where exists (select from wanted)
    ), known as (
      select distinct on (type, name) type, name, description from trajectory_node node
      where execution_id in (select id from earlier) and ${isOfDescribedType}
        and description not in ('', ${DEFAULT_DESCRIPTION})
        and (type, name) in (select type, name from wanted) and (${isArtifact} or ${isAdded}) is not true
      order by type, name, execution_id desc, step desc
    )
    update trajectory_node node set description = known.description, versions = ${nextVersions}
    from known
    where node.execution_id in (select id from tree) and node.type = known.type and node.name = known.name
      and ${isUndescribed} and (${isArtifact}) is not true`.execute(trx);
  return Number(numAffectedRows);
}
