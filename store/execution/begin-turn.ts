import { sql } from 'kysely';
import { beginBranch } from '../conversation/begin-branch.js';
import { lowerBudget, type Budget } from '../../protocol/budget.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import { currentSession, lockConversationOfTurn, type LockedTurn } from '../conversation/conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
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

/** Takes no lock for most turns, because the write checks for changes. */
export async function beginTurn(db: Database, input: BeginTurnInput): Promise<BeginResult> {
  const start = await readStart(db, input);
  if ('kind' in start) return start;
  const isPlain = start.turn.branch_of === null && start.budget === undefined;
  const executionId = isPlain ? await takeTurn(db, input, start) : undefined;
  if (executionId === undefined) return db.transaction().execute((trx) => beginLocked(trx, input));
  return toBegun(input, start);
}

async function beginLocked(trx: DatabaseTransaction, input: BeginTurnInput): Promise<BeginResult> {
  await lockConversationOfTurn(trx, { ...input, workflowId: input.conversationId });
  // Read again under the lock, because another worker may have started the turn.
  const start = await readStart(trx, input);
  if ('kind' in start) return start;
  const { turn, budget } = start;
  const begun = turn.branch_of === null ? turn : await beginBranch(trx, turn);
  const executionId = await takeTurn(trx, input, { ...start, turn: begun });
  if (executionId === undefined)
    throw new Error(`Execution '${input.workflowId}' has a row although its turn has not begun`);
  if (budget) await limitExecution(trx, { executionId, budget });
  return toBegun(input, start);
}

function toBegun({ flow: flowSlug }: BeginTurnInput, { flowVersion, budget }: Start): BeginResult {
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId: null, isNew: true, limitsCost };
}

interface Start {
  turn: LockedTurn;
  flowVersion: number;
  budget: Budget | undefined;
}

async function readStart(db: Database, input: BeginTurnInput): Promise<Start | BeginResult> {
  const { workflowId, conversationId, turnId, flow } = input;
  const { rows } = await sql<{
    turn: LockedTurn;
    known: KnownExecution | null;
    current: { version: number; budget: Budget | null } | null;
    active: string | null;
  }>`
    select json_build_object('id', conversation.id, 'branch', conversation.branch, 'workflow_id', conversation.workflow_id,
        'active_execution_id', active_execution_id, 'last_seq', last_seq, 'total_tokens', total_tokens,
        'cleared_through', conversation.cleared_through, 'last_position', last_position, 'position', turn.position,
        'turn_status', turn.status, 'branch_of', branch_of, 'to_branch', to_branch) as turn,
      (select json_build_object('status', status, 'flow_slug', flow_slug, 'flow_version', flow_version,
        'trigger_id', trigger_id) from execution where workflow_id = ${workflowId}) as known,
      (select json_build_object('version', version, 'budget', definition -> 'budget')
        from flow join flow_version on flow_slug = slug and version = current_version
        where slug = ${flow}) as current,
      (select workflow_id from execution where id = active_execution_id) as active
    from conversation join turn on conversation_id = conversation.id
    where conversation.workflow_id = ${conversationId} and turn.turn_id = ${turnId}`.execute(db);
  const [row] = rows;
  if (!row) return { kind: 'unknown-turn' };
  const { turn, known, current, active } = row;
  if (known !== null) return begunBefore(known);
  if (current === null) return { kind: 'unknown-flow' };
  if (active !== null) return { kind: 'waits', activeWorkflowId: active };
  if (isFinal(turn.turn_status)) return { kind: 'ended', status: turn.turn_status };
  return { turn, flowVersion: current.version, budget: lowerBudget(current.budget, input.budget) };
}

/** Returns undefined if a row has changed since it was read. */
async function takeTurn(
  db: Database,
  input: BeginTurnInput,
  { turn, flowVersion }: Start,
): Promise<number | undefined> {
  const { id: conversationId, branch, last_seq: lastSeq, position } = turn;
  const { rows } = await sql<{ id: number }>`
    with due as (
      select data, output_schema, instructions, token_count
      from conversation join turn on conversation_id = conversation.id
      join conversation_message message on message.conversation_id = turn.conversation_id
        and message.position = turn.position and role = 'user'
      where conversation.id = ${conversationId} and active_execution_id is null
        and conversation.branch = ${branch} and last_seq = ${lastSeq}
        and turn.position = ${position} and status in ('queued', 'running') and message.seq is null
      -- Also waits for a change of the message's text.
      for update of conversation, turn, message
    ), begun as (
      insert into execution (workflow_id, conversation_id, position, branch, current_seq, flow_slug, flow_version,
        user_id, task_queue, data, output_schema, instructions, status)
      select ${input.workflowId}, ${conversationId}::bigint, ${position}::integer, ${branch}::integer,
        ${lastSeq + 1}::integer, ${input.flow}, ${flowVersion}::integer, ${input.user}, ${input.taskQueue ?? null}, data, output_schema,
        instructions, 'running'
      from due
      on conflict (workflow_id) do nothing
      returning id
    ), place as (
      update conversation set last_seq = last_seq + 1, total_tokens = total_tokens + due.token_count,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now(),
        active_execution_id = begun.id
      from begun, due where conversation.id = ${conversationId}
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
    select id, pg_notify(${NOTIFY_CHANNEL}, ${input.workflowId})::text from begun`.execute(db);
  return rows[0]?.id;
}
