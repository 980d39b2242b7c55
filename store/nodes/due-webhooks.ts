import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { OpenApproval } from '../../views/approval.js';

export interface DueWebhook extends OpenApproval {
  id: string;
  input: unknown;
}

const BATCH = 20;

/** Claims due webhooks by scheduling their next try, so another worker retries if this one dies. */
export async function claimDueWebhooks(
  db: Database,
  { firstPauseMs, maxPauseMs }: { firstPauseMs: number; maxPauseMs: number },
): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    with due as (
      select execution_id, node_id, iteration, step, ordinal from approval
      where status = 'open' and webhook_at <= now() and not wants_output
        and answer is null and (expires_at is null or expires_at > now())
      order by webhook_at limit ${BATCH} for update skip locked
    ), claimed as (
      update approval asked set webhook_tries = webhook_tries + 1,
        webhook_at = now() + least(${maxPauseMs}::double precision,
          ${firstPauseMs}::double precision * power(2, least(webhook_tries, 30))) * interval '1 ms'
      from due where (asked.execution_id, asked.node_id, asked.iteration, asked.step, asked.ordinal) =
        (due.execution_id, due.node_id, due.iteration, due.step, due.ordinal)
      returning asked.*
    )
    select concat_ws(':', execution.id, node_id, iteration, step, ordinal) as id, workflow_id as "executionId",
      flow_slug as flow, user_id as "user", node_id as "nodeId", iteration,
      case when step > 0 then step || '.' || ordinal end as call, tool_name as "toolName", prompt, claimed.input,
      approver_roles as approvers, quorum, claimed.created_at as "askedAt", expires_at as "expiresAt"
    from claimed join execution on execution.id = claimed.execution_id
    order by claimed.created_at`.execute(db);
  return rows;
}

export async function markWebhookDelivered(db: Database, id: string): Promise<void> {
  await sql`update approval set webhook_at = null
    where concat_ws(':', execution_id, node_id, iteration, step, ordinal) = ${id}
      and execution_id = ${Number(id.split(':')[0])}`.execute(db);
}
