import { sql } from 'kysely';
import { beginBranch } from '../branches/begin-branch.js';
import { lowerBudget, type Budget } from '../../protocol/budget.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import {
  currentSession,
  lockConversationOfTurn,
  type ConversationRow,
} from '../conversation/conversations.js';
import type { DatabaseTransaction } from '../database.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import type { BeginResult } from './begin-result.js';
import { begunBefore, type KnownExecution } from './begun-before.js';
import { limitExecution } from './limit-execution.js';

export interface BeginTurnInput {
  kind: 'turn';
  workflowId: string;
  conversationId: string;
  turnId: string;
  flow: string;
  user: string;
  taskQueue?: string | undefined;
  budget?: Budget;
}

export async function beginTurn(trx: DatabaseTransaction, input: BeginTurnInput): Promise<BeginResult> {
  const { conversationId, turnId, flow: flowSlug } = input;
  const conversation = await lockConversationOfTurn(trx, { workflowId: conversationId, turnId });
  if (!conversation) return { kind: 'unknown-turn' };
  // Read after the lock: another worker may have started it.
  const { known, current, active } = await readStart(trx, { ...input, conversation });
  if (known !== null) return begunBefore(known);
  if (current === null) return { kind: 'unknown-flow' };
  if (active !== null) return { kind: 'waits', activeWorkflowId: active };
  if (isFinal(conversation.turn_status)) return { kind: 'ended', status: conversation.turn_status };
  const { version: flowVersion } = current;
  const budget = lowerBudget(current.budget, input.budget);
  const begun = conversation.branch_of === null ? conversation : await beginBranch(trx, conversation);
  const executionId = await takeTurn(trx, { ...input, flowVersion }, begun);
  if (budget) await limitExecution(trx, { executionId, budget });
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId: null, isNew: true, limitsCost };
}

interface Start {
  known: KnownExecution | null;
  current: { version: number; budget: Budget | null } | null;
  active: string | null;
}

async function readStart(
  trx: DatabaseTransaction,
  { workflowId, flow, conversation }: BeginTurnInput & { conversation: ConversationRow },
): Promise<Start> {
  const { rows } = await sql<Start>`
    select (select json_build_object('status', status, 'flow_slug', flow_slug, 'flow_version', flow_version,
        'trigger_id', trigger_id) from execution where workflow_id = ${workflowId}) as known,
      (select json_build_object('version', version, 'budget', definition -> 'budget')
        from flow join flow_version on flow_slug = slug and version = current_version
        where slug = ${flow}) as current,
      (select workflow_id from execution where id = ${conversation.active_execution_id}) as active`.execute(
    trx,
  );
  return rows[0] ?? { known: null, current: null, active: null };
}

async function takeTurn(
  trx: DatabaseTransaction,
  input: BeginTurnInput & { flowVersion: number },
  { id: conversationId, branch, last_seq: lastSeq, position }: ConversationRow & { position: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with begun as (
      insert into execution (workflow_id, conversation_id, position, branch, current_seq, flow_slug, flow_version,
        user_id, task_queue, data, output_schema, instructions, status)
      select ${input.workflowId}, ${conversationId}::bigint, ${position}::integer, ${branch}::integer,
        ${lastSeq + 1}::integer, ${input.flow}, ${input.flowVersion}::integer, ${input.user}, ${input.taskQueue ?? null}, data, output_schema,
        instructions, 'running'
      from turn where conversation_id = ${conversationId} and position = ${position}
      on conflict (workflow_id) do nothing
      returning id
    ), message as (
      select token_count from conversation_message
      where conversation_id = ${conversationId} and position = ${position} and role = 'user' and seq is null
    ), place as (
      update conversation set last_seq = last_seq + 1, total_tokens = total_tokens + message.token_count,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now(),
        active_execution_id = begun.id
      from begun, message where conversation.id = ${conversationId}
      returning last_seq, total_tokens, last_session
    ), said as (
      update conversation_message set branch = ${branch}, seq = last_seq, running_tokens = total_tokens, session = last_session,
        execution_id = begun.id
      from begun, place
      where conversation_id = ${conversationId} and position = ${position} and role = 'user'
    ), turn as (
      update turn set status = 'running' from begun
      where conversation_id = ${conversationId} and position = ${position}
    )
    select id, pg_notify(${NOTIFY_CHANNEL}, ${input.workflowId})::text from begun`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`Execution '${input.workflowId}' has a row although its turn has not begun`);
  return row.id;
}
