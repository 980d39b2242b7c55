import { sql } from 'kysely';
import type { Database } from '../database.js';
import { toColumns } from './approvals.js';
import { callPlace } from '../calls/call-column.js';
import type { QuestionKey } from '../conversation/question-id.js';
import { WHY_STUCK } from './shown-prompt.js';
import type { StuckApproval } from '../../views/health.js';

const MAX_STUCK = 20;

export async function listStuckApprovals(db: Database, flows?: readonly string[]): Promise<StuckApproval[]> {
  const { rows } = await sql<StuckApproval>`
    select workflow_id as "executionId", flow_slug as flow, user_id as "user", ${callPlace()} as call,
      tool_name as "toolName", reason, is_tool_gone as "isToolGone"
    from approval join execution on execution.id = approval.execution_id, lateral (${WHY_STUCK}) stuck
    where approval.status = 'open' and (${flows ?? null}::text[] is null or flow_slug = any(${flows ?? null}::text[]))
    order by approval.created_at, approval.execution_id, step, ordinal limit ${MAX_STUCK}`.execute(db);
  return rows;
}

export interface AskedInput {
  key: QuestionKey;
  toolName: string;
  input: unknown;
  askedAt: Date;
}

const MAX_CHECKED = 1_000;

export async function listAskedInputs(db: Database, since: Date): Promise<AskedInput[]> {
  const rows = await db
    .selectFrom('approval')
    .select(['execution_id as executionId', 'node_id as nodeId', 'iteration', 'step', 'ordinal'])
    .select(['tool_name as toolName', 'input', 'created_at as askedAt'])
    .where('status', '=', sql.lit('open'))
    .where('wants_output', '=', false)
    .where('input', 'is not', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(MAX_CHECKED)
    .execute();
  return rows.flatMap(({ toolName, input, askedAt, step, ordinal, ...key }) =>
    toolName === null ? [] : [{ key: { ...key, call: { step, ordinal } }, toolName, input, askedAt }],
  );
}

export async function storeMisfit(
  db: Database,
  { key, worker, reason }: { key: QuestionKey; worker: string; reason: string },
): Promise<void> {
  await db
    .updateTable('approval')
    .set({
      misfits: sql`jsonb_build_object(${worker}::text, ${reason}::text) || coalesce(
        (select jsonb_object_agg(id, misfits -> id) from worker where misfits ? id and id <> ${worker}), '{}')`,
    })
    .where((eb) => eb.and(toColumns(key)))
    .execute();
}
