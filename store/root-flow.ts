import { sql, type RawBuilder } from 'kysely';

/**
 * Ids of sub-executions begin with that of their root. This expression must equal that of the index
 * `execution_root_flow_id_idx`.
 */
const ROOT_FLOW = sql`split_part(execution.workflow_id, '/', 2)`;

export function isBelow(flow: string): RawBuilder<boolean> {
  return sql<boolean>`${ROOT_FLOW} = ${encodeURIComponent(flow)}`;
}

export function isBelowAny(flows: readonly string[] | undefined): RawBuilder<boolean> {
  if (!flows) return sql<boolean>`true`;
  return sql<boolean>`${ROOT_FLOW} = any(${flows.map(encodeURIComponent)}::text[])`;
}
