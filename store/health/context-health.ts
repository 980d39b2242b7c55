import { sql, type RawBuilder } from 'kysely';
import { countUnpriced, sumCost } from '../sum-cost.js';
import type { Database } from '../database.js';
import { isInSpan, isInScope, type HealthScope } from './health-scope.js';
import { joinCalls } from './outages.js';
import type { LeftByRule, LeftOut, SummaryHealth, CompactionHealth } from '../../views/health.js';

/** Limited, because manifests are long. */
const MAX_CALLS = 1_000;

export async function sumLeftOut(db: Database, scope: HealthScope): Promise<LeftOut> {
  // Starts from executions only for a single user, because many executions have no calls. The subtraction
  // keeps Postgres from using the index on time, which would read all calls.
  const isIn = sql<boolean>`(call.created_at - ${scope.since}::timestamptz >= interval '0'
    and call.created_at - ${scope.until}::timestamptz < interval '0')`;
  const id = sql.ref(scope.user === undefined ? 'call.execution_id' : 'execution.id');
  const { rows } = await sql<LeftByRule & { total: number }>`
    with newest as (
      select call.execution_id, call.step
      from ${joinCalls(scope, isIn)}
        and ${id} >= (select execution_id_since(${scope.since}::timestamptz))
        and ${id} < coalesce(${firstRootAfter(scope.until)}, 9223372036854775807)
      order by ${id} desc, call.step desc limit ${MAX_CALLS}
    ), left_out as (
      select execution_id, step, item ->> 'rule' as rule, (item ->> 'count')::integer as messages,
        (item ->> 'tokens')::float8 as tokens
      from newest join context_manifest using (execution_id, step)
      cross join lateral json_array_elements(manifest -> 'left') item
    ), summed as (
      select rule, count(distinct (execution_id, step))::integer as calls, sum(messages)::integer as messages,
        sum(tokens) as tokens
      from left_out group by rule
    )
    select total, rule, calls, messages, tokens
    from (select count(*)::integer as total from newest) counted left join summed on true
    order by tokens desc nulls last, rule`.execute(db);
  return {
    calls: rows[0]?.total ?? 0,
    rules: rows.filter(({ rule }) => rule !== null).map(({ total: _, ...row }) => row),
  };
}

/** Looks for a root, because the newest ids may be those of sub-executions. */
function firstRootAfter(until: Date): RawBuilder<number | null> {
  return sql`(select id from execution
    where id >= (select execution_id_since(${until}::timestamptz)) and root_id is null order by id limit 1)`;
}

export async function countSummaries(db: Database, scope: HealthScope): Promise<SummaryHealth[]> {
  const { rows } = await sql<SummaryHealth>`
    select way, status, count(*)::integer as count, ${sumCost()} as cost, ${countUnpriced()} as "unpricedCalls"
    from summary join conversation on conversation.id = summary.conversation_id
    where way <> 'fork' and ${isInSpan('summary.created_at', scope)} and ${isInScope('conversation', scope)}
    group by way, status order by way, status`.execute(db);
  return rows;
}

export async function countCompactions(db: Database, scope: HealthScope): Promise<CompactionHealth> {
  const isAdopted = sql`compaction.status = 'adopted'`;
  const { rows } = await sql<CompactionHealth>`
    select count(*) filter (where ${isAdopted})::integer as adopted,
      count(*) filter (where not ${isAdopted})::integer as others,
      coalesce(sum(tokens_before) filter (where ${isAdopted}), 0)::float8 as "tokensBefore",
      coalesce(sum(tokens_after) filter (where ${isAdopted}), 0)::float8 as "tokensAfter"
    from compaction join execution on execution.id = compaction.execution_id
    where ${isInSpan('compaction.created_at', scope)} and ${isInScope('execution', scope)}`.execute(db);
  return rows[0] ?? { adopted: 0, others: 0, tokensBefore: 0, tokensAfter: 0 };
}
