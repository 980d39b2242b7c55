import { sql, type RawBuilder } from 'kysely';

/** A span of time, and whose things are looked at in it. */
export interface HealthScope {
  since: Date;
  /** Exclusive. */
  until: Date;
  /** Undefined: everybody's. */
  user?: string | undefined;
  /** Slugs; undefined: all. */
  flows?: readonly string[] | undefined;
}

/** A condition: the time of a row, a column, is in the span. */
export function isInSpan(column: string, { since, until }: HealthScope): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} >= ${since}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz)`;
}

/** A condition: a row with a user and a flow, of this name, is one that is looked at. */
export function isLookedAt(
  table: 'execution' | 'conversation',
  { user, flows }: HealthScope,
): RawBuilder<boolean> {
  const isOfUser = user === undefined ? sql`true` : sql`${sql.ref(`${table}.user_id`)} = ${user}`;
  const isOfFlow =
    flows === undefined ? sql`true` : sql`${sql.ref(`${table}.flow_slug`)} = any(${[...flows]}::text[])`;
  return sql<boolean>`(${isOfUser} and ${isOfFlow})`;
}
