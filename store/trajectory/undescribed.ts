import { sql } from 'kysely';
import { DESCRIBED_TYPES, type DataType } from '../../trajectory/graph/node-types.js';
import { DEFAULT_DESCRIPTION } from '../../trajectory/portraits/default-description.js';
import type { DatabaseTransaction } from '../database.js';
import { newestTurns, treeBelow } from './execution-tree.js';

/** Where things are looked for: in a conversation's newest turns, with all executions below them. */
export interface TouchedScope {
  conversationId: number;
  turns: number;
}

export interface FlowVersion {
  slug: string;
  version: number;
}

/** By which a thing is known in a conversation. */
export interface ThingKey {
  type: DataType;
  name: string;
  /** An artifact's execution: another one's of the same name is another thing. 0: it is the same everywhere. */
  ownerId: number;
}

/** Turns that a description is taken over from: however long a conversation is, a look for one costs the same. */
const EARLIER_TURNS = 200;

const isOfDescribedType = sql`node.type in (${sql.join(DESCRIBED_TYPES.map((type) => sql.lit(type)))})`;
/** The condition of an index. */
export const isUndescribed = sql`node.description is null and ${isOfDescribedType}`;
const isArtifact = sql`node.attributes ->> 'source' = 'artifact'`;
export const ownerId = sql`case when ${isArtifact} then node.execution_id else 0 end`;
/** The change of a description that there was none of, as the versions of a node keep it. */
export const nextVersions = sql`coalesce(versions, '{}') || jsonb_build_object(
  (select count(*) + 1 from jsonb_object_keys(coalesce(versions, '{}'))), '{"description": null}'::jsonb)`;

/** `tree (id)`: the executions of a scope, for a `with`. */
export function treeInScope(scope: TouchedScope) {
  return treeBelow(newestTurns(scope));
}

/** Versions of flows that touched something there which nobody has described. */
export async function findUndescribedFlows(
  trx: DatabaseTransaction,
  scope: TouchedScope,
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

/**
 * Gives things there the description that they got in the conversation's newest 200 turns; returns how many nodes got
 * one. An artifact is new in every turn, and a default description is none.
 */
export async function describeFromEarlier(trx: DatabaseTransaction, scope: TouchedScope): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ${treeInScope(scope)}, wanted as (
      select distinct type, name from trajectory_node node
      where execution_id in (select id from tree) and ${isUndescribed} and (${isArtifact}) is not true
    ), earlier (id) as (
      with ${treeInScope({ ...scope, turns: EARLIER_TURNS })} select id from tree where exists (select from wanted)
    ), known as (
      select distinct on (type, name) type, name, description from trajectory_node node
      where execution_id in (select id from earlier) and ${isOfDescribedType}
        and description is not null and description <> ${DEFAULT_DESCRIPTION}
        and (type, name) in (select type, name from wanted) and (${isArtifact}) is not true
      order by type, name, execution_id desc, step desc
    )
    update trajectory_node node set description = known.description, versions = ${nextVersions}
    from known
    where node.execution_id in (select id from tree) and node.type = known.type and node.name = known.name
      and ${isUndescribed} and (${isArtifact}) is not true`.execute(trx);
  return Number(numAffectedRows);
}
