import { sql, type RawBuilder } from 'kysely';

export interface HealthScope {
  since: Date;
  until: Date;
  user?: string | undefined;
  flows?: readonly string[] | undefined;
}

export function isInSpan(column: string, { since, until }: HealthScope): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} >= ${since}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz)`;
}

export function isLookedAt(
  table: 'execution' | 'conversation',
  { user, flows }: HealthScope,
): RawBuilder<boolean> {
  const isOfUser = user === undefined ? sql`true` : sql`${sql.ref(`${table}.user_id`)} = ${user}`;
  const isOfFlow =
    flows === undefined ? sql`true` : sql`${sql.ref(`${table}.flow_slug`)} = any(${[...flows]}::text[])`;
  return sql<boolean>`(${isOfUser} and ${isOfFlow})`;
}
