import { sql, type RawBuilder } from 'kysely';

export interface HealthSpan {
  since: Date;
  until: Date;
}

export interface HealthScope extends HealthSpan {
  user?: string | undefined;
  flows?: readonly string[] | undefined;
}

export function isInSpan(column: string, { since, until }: HealthSpan): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} >= ${since}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz)`;
}

export function isInScope(
  table: 'execution' | 'conversation',
  scope: Pick<HealthScope, 'user' | 'flows'>,
): RawBuilder<boolean> {
  const { user } = scope;
  const isOfUser = user === undefined ? sql`true` : sql`${sql.ref(`${table}.user_id`)} = ${user}`;
  return sql<boolean>`(${isOfUser} and ${isOfFlows(table, scope)})`;
}

export function isOfFlows(table: string, { flows }: Pick<HealthScope, 'flows'>): RawBuilder<boolean> {
  if (!flows) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(`${table}.flow_slug`)} = any(${[...flows]}::text[])`;
}
