import { sql } from 'kysely';
import { stepBase } from '../../flow/execution/step-blocks.js';
import { textOfParts } from '../calls/text-of-parts.js';
import type { Database, DatabaseTransaction } from '../database.js';

export interface RerunRows {
  originId: number;
  id: number;
}

/** Undefined if the original is missing or another user's. */
export async function findRerunRows(
  db: Database,
  { of, workflowId }: { of: string; workflowId: string },
): Promise<RerunRows | undefined> {
  const { rows } = await sql<RerunRows>`
    select origin.id as "originId", again.id
    from execution origin join execution again on again.workflow_id = ${workflowId}
    where origin.workflow_id = ${of} and origin.user_id is not distinct from again.user_id
      and origin.parent_id is null and origin.conversation_id is null`.execute(db);
  return rows[0];
}

/** Absent unless the execution tries a draft, which has no original execution and copies nothing. */
export async function findDraftRows(db: Database, workflowId: string): Promise<RerunRows | undefined> {
  const { rows } = await sql<RerunRows>`
    select execution.id as "originId", execution.id
    from execution join flow_version version
      on version.flow_slug = execution.flow_slug and version.version = execution.flow_version
    where execution.workflow_id = ${workflowId} and version.is_draft`.execute(db);
  return rows[0];
}

/** Excludes nodes in loops, and nodes whose answer retention has removed. */
export async function loadFinishedNodes(
  db: Database,
  workflowId: string,
): Promise<{ nodeId: string; route: string | null; hasFailed: boolean }[]> {
  return db
    .selectFrom('node_output')
    .select([
      'node_id as nodeId',
      sql<string | null>`output ->> 'route'`.as('route'),
      sql<boolean>`status = 'failed'`.as('hasFailed'),
    ])
    .where('iteration', '=', '')
    .where('execution_id', '=', (eb) =>
      eb.selectFrom('execution').select('id').where('workflow_id', '=', workflowId),
    )
    .where('status', 'in', ['success', 'failed'])
    .where(
      sql<boolean>`(answer_step is null or exists (
      select from trace_message trace where trace.execution_id = node_output.execution_id
        and trace.step = node_output.answer_step and trace.ordinal = 0))`,
    )
    .execute();
}

interface ReusedRun {
  nodeId: string;
  run: number;
  kind: string;
}

export interface ChangedOutput extends ReusedRun {
  output: unknown;
  text: { content: string; tokens: number } | undefined;
}

/** Idempotent. Copies within Postgres, because outputs may be megabytes long. */
export async function storeReusedOutputs(
  trx: DatabaseTransaction,
  { originId, id }: RerunRows,
  { copied, changed }: { copied: readonly ReusedRun[]; changed: readonly ChangedOutput[] },
): Promise<void> {
  const given = sql`unnest(${copied.map(({ nodeId }) => nodeId)}::text[], ${copied.map(({ run }) => run)}::integer[],
    ${copied.map(({ kind }) => kind)}::text[], ${copied.map(({ run }) => answerStep(run))}::bigint[]
  ) as given (node_id, run, kind, step)`;
  const origin = sql`node.execution_id = ${originId} and node.iteration = '' and node.status in ('success', 'failed')`;
  await sql`
    insert into node_output (execution_id, node_id, run, kind, status, output, answer_step,
      error_type, error_message, finished_at)
    select ${id}::bigint, node.node_id, given.run, given.kind, node.status, node.output,
      case when node.answer_step is not null then given.step end, node.error_type, node.error_message, now()
    from ${given} join node_output node using (node_id) where ${origin}
    on conflict do nothing`.execute(trx);
  await sql`
    insert into trace_message (execution_id, step, ordinal, content, token_count)
    select ${id}::bigint, given.step, 0, jsonb_build_array(jsonb_build_object('type', 'text',
      'text', coalesce(${textOfParts(sql`trace.content`)}, ''))), trace.token_count
    from ${given} join node_output node using (node_id)
      join trace_message trace on trace.execution_id = node.execution_id
        and trace.step = node.answer_step and trace.ordinal = 0
    where ${origin}
    on conflict do nothing`.execute(trx);
  await storeChangedOutputs(trx, id, changed);
}

async function storeChangedOutputs(
  trx: DatabaseTransaction,
  id: number,
  changed: readonly ChangedOutput[],
): Promise<void> {
  if (changed.length === 0) return;
  await trx
    .insertInto('node_output')
    .values(
      changed.map(({ nodeId, run, kind, output, text }) => ({
        execution_id: id,
        node_id: nodeId,
        run,
        kind,
        status: 'success' as const,
        output: output === null ? null : JSON.stringify(output),
        answer_step: text && answerStep(run),
        finished_at: new Date(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const messages = changed.flatMap(({ run, text }) => (text ? [{ run, text }] : []));
  if (messages.length === 0) return;
  await trx
    .insertInto('trace_message')
    .values(
      messages.map(({ run, text }) => ({
        execution_id: id,
        step: answerStep(run),
        ordinal: 0,
        content: JSON.stringify([{ type: 'text', text: text.content }]),
        token_count: text.tokens,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function answerStep(run: number): number {
  return stepBase(run) + 1;
}
