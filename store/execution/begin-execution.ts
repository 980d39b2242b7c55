import { sql } from 'kysely';
import { beginBranch } from '../branches/begin-branch.js';
import { lowerBudget, type Budget } from '../../protocol/budget.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/status.js';
import { openBudget } from '../budget/budgets.js';
import {
  currentSession,
  lockConversationOfTurn,
  type ConversationRow,
} from '../conversation/conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { findPinnedVersion } from '../flows/flows.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import { countOpenExecutions, holdingPlaces } from '../users/user-limits.js';
import type { AttachedFile, Attachment } from '../../context/attachments/attachment.js';
import { wellFormed } from '../../context/well-formed.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { MessagePart } from '../../protocol/message-parts.js';
import { readMessage } from '../conversation/read-message.js';
import { fileOwner } from '../uploads/file-owner.js';
import { storeUpload } from '../uploads/store-upload.js';

interface BeginTurnInput {
  kind: 'turn';
  workflowId: string;
  conversationId: string;
  turnId: string;
  flow: string;
  user: string;
  /** The most that the execution and all executions below it may spend. */
  budget?: Budget;
}

interface BeginPlainInput {
  kind: 'plain';
  workflowId: string;
  flow: string;
  /** The version that it runs; default: the current one. */
  version?: number | undefined;
  user: string | null;
  text: string;
  /** Reference of a stored text, which the execution claims as its input. */
  textRef?: string | undefined;
  /** Texts and files of the user, instead of the text. */
  parts?: readonly MessagePart[] | undefined;
  /** Files that came with the parts; they are stored with the execution. */
  uploads?: readonly NewFile[] | undefined;
  /** Plain tokens of a picture that is shown; default: none. */
  countPicture?: (picture: AttachedFile) => number;
  /** Input values besides the text. */
  data?: unknown;
  /** The JSON Schema of the object that is wanted as the answer; absent: none is asked for. */
  output?: JsonSchema | undefined;
  /** Id of the trigger that fires. Absent: the flow's first trigger that fits. */
  triggerId?: string;
  /** The most that the execution and all executions below it may spend. */
  budget?: Budget;
  /** How many executions outside conversations the user may have that have not ended; default and null: any number. */
  maxExecutions?: number | null;
}

/** Begins a sub-execution, whose input its parent stored before. */
interface BeginSubInput {
  kind: 'sub';
  workflowId: string;
  /** Workflow ID of its parent. */
  parentId: string;
}

export type BeginResult =
  | {
      kind: 'begun';
      flowSlug: string;
      flowVersion: number;
      triggerId: string | null;
      /** False: it had begun before. */
      isNew: boolean;
      /** It is new, and has a budget in USD. */
      limitsCost?: boolean;
    }
  /** The execution has ended before, with this status. */
  | { kind: 'ended'; status: ExecutionStatus }
  /** Another turn of the conversation is still running. */
  | { kind: 'waits'; activeWorkflowId: string }
  /** The execution is another user's. */
  | { kind: 'taken' }
  | { kind: 'unknown-turn' }
  /** No text is stored under the reference. */
  | { kind: 'missing-text' }
  /** A file of its input is not there, or not what it is said to be. */
  | { kind: 'refused'; message: string }
  /** It would be more than the user may have; nothing is stored. */
  | { kind: 'over-limit'; user: string; value: number }
  /** The parent planned no such sub-execution. */
  | { kind: 'unknown-sub' }
  | { kind: 'unknown-flow' }
  /** The flow has not the version that was named. */
  | { kind: 'unknown-version'; version: number };

/**
 * Stores the execution's row and pins its flow version. For a turn, it also makes the execution the
 * conversation's active one and places the user's message in the thread. Beginning again has no further effect.
 * Runs in one transaction.
 */
export async function beginExecution(
  db: Database,
  input: BeginTurnInput | BeginPlainInput | BeginSubInput,
): Promise<BeginResult> {
  if (input.kind === 'sub') return beginSub(db, input);
  if (input.kind === 'turn') return db.transaction().execute((trx) => beginTurn(trx, input));
  return db.transaction().execute((trx) => beginPlain(trx, input));
}

async function beginTurn(trx: DatabaseTransaction, input: BeginTurnInput): Promise<BeginResult> {
  const { conversationId, turnId, flow: flowSlug } = input;
  const conversation = await lockConversationOfTurn(trx, { workflowId: conversationId, turnId });
  if (conversation === undefined) return { kind: 'unknown-turn' };
  // Another worker may have begun the turn while this one waited for the lock, so this is a statement of its own.
  const { known, current, active } = await readStart(trx, { ...input, conversation });
  if (known !== null) return begunBefore(known);
  if (current === null) return { kind: 'unknown-flow' };
  if (active !== null) return { kind: 'waits', activeWorkflowId: active };
  // The turn was cancelled while it waited in the queue, and ended without an execution.
  if (isFinal(conversation.turn_status)) return { kind: 'ended', status: conversation.turn_status };
  const { version: flowVersion } = current;
  const budget = lowerBudget(current.budget, input.budget);
  const begun = conversation.branch_of === null ? conversation : await beginBranch(trx, conversation);
  const executionId = await takeTurn(trx, { ...input, flowVersion }, begun);
  if (budget !== undefined) await limitExecution(trx, { executionId, budget });
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId: null, isNew: true, limitsCost };
}

async function beginPlain(trx: DatabaseTransaction, input: BeginPlainInput): Promise<BeginResult> {
  const { workflowId, flow: flowSlug, triggerId = null } = input;
  const known = await findExecution(trx, workflowId);
  if (known !== undefined) return begunByUser(known, input);
  const { user, version, maxExecutions = null } = input;
  // Nobody's executions are the application's own.
  const bound = user === null || maxExecutions === null ? undefined : { user, value: maxExecutions };
  const holding = bound && holdingPlaces({ user: bound.user, limit: 'executions' });
  const current = await findPinnedVersion(trx, flowSlug, { condition: holding, version });
  if (current === undefined)
    return version === undefined ? { kind: 'unknown-flow' } : { kind: 'unknown-version', version };
  const { version: flowVersion } = current;
  const budget = lowerBudget(current.budget, input.budget);
  const owner = fileOwner(user);
  for (const upload of input.uploads ?? []) await storeUpload(trx, owner, upload);
  const said = await readMessage(trx, { ...input, user: owner, clean: wellFormed }, input);
  if (said.kind === 'refused') return said;
  const id = said.kind === 'read' && (await insertExecution(trx, { ...input, said, flowVersion, bound }));
  if (id === false || id === undefined) {
    // Nothing is locked up to here, so another worker may have begun the execution, and claimed its text,
    // meanwhile.
    const begun = await findExecution(trx, workflowId);
    if (begun === undefined && id === false) return { kind: 'missing-text' };
    if (begun === undefined && bound !== undefined) return { kind: 'over-limit', ...bound };
    return begunByUser(begun, input);
  }
  if (budget !== undefined) await limitExecution(trx, { executionId: id, budget });
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId, isNew: true, limitsCost };
}

async function beginSub(db: Database, { workflowId, parentId }: BeginSubInput): Promise<BeginResult> {
  const begun = await db
    .updateTable('execution')
    .set({ status: 'running', created_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const known = await findExecution(db, workflowId);
  if (known === undefined || known.parent !== parentId) return { kind: 'unknown-sub' };
  const before = begunBefore(known);
  return before.kind === 'begun' ? { ...before, isNew: begun.numUpdatedRows > 0n } : before;
}

/** An execution that has begun begins again for its own user alone. */
function begunByUser(
  known: (KnownExecution & { user_id: string | null }) | undefined,
  { user }: BeginPlainInput,
): BeginResult {
  return known !== undefined && known.user_id !== user ? { kind: 'taken' } : begunBefore(known);
}

interface KnownExecution {
  status: ExecutionStatus;
  flow_slug: string;
  flow_version: number;
  trigger_id: string | null;
}

function begunBefore(known: KnownExecution | undefined): BeginResult {
  if (known === undefined) throw new Error('An execution that has begun has no row');
  if (isFinal(known.status)) return { kind: 'ended', status: known.status };
  const { flow_slug: flowSlug, flow_version: flowVersion, trigger_id: triggerId } = known;
  return { kind: 'begun', flowSlug, flowVersion, triggerId, isNew: false };
}

interface Start {
  /** The execution, if it has begun before. */
  known: KnownExecution | null;
  /** The version of the flow that a new execution pins. */
  current: { version: number; budget: Budget | null } | null;
  /** Workflow ID of the turn that is running. */
  active: string | null;
}

/** Reads in one statement how a turn can begin. */
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

/**
 * Inserts the execution of a turn, gives the turn's message its place in the thread, and tells the readers, in one
 * statement. The caller holds the conversation's lock, so no other transaction can take this place.
 */
async function takeTurn(
  trx: DatabaseTransaction,
  input: BeginTurnInput & { flowVersion: number },
  { id: conversationId, branch, last_seq: lastSeq, position }: ConversationRow & { position: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with begun as (
      insert into execution (workflow_id, conversation_id, position, branch, current_seq, flow_slug, flow_version,
        user_id, data, output_schema, status)
      select ${input.workflowId}, ${conversationId}::bigint, ${position}::integer, ${branch}::integer,
        ${lastSeq + 1}::integer, ${input.flow}, ${input.flowVersion}::integer, ${input.user}, data, output_schema, 'running'
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
  if (row === undefined)
    throw new Error(`Execution '${input.workflowId}' has a row although its turn has not begun`);
  return row.id;
}

/**
 * Inserts an execution outside a conversation. Undefined: another worker inserted it at the same moment, or it would be
 * more than the user may have, whose places the caller holds.
 */
async function insertExecution(
  trx: DatabaseTransaction,
  input: BeginPlainInput & {
    said: { content: string; attachments: readonly Attachment[] };
    flowVersion: number;
    bound: { user: string; value: number } | undefined;
  },
): Promise<number | undefined> {
  const { workflowId, flow, flowVersion, user, said, data, output, triggerId = null, bound } = input;
  const { content, attachments } = said;
  const { rows } = await sql<{ id: number }>`
    insert into execution (workflow_id, flow_slug, flow_version, user_id, input, attachments, data, output_schema,
      trigger_id, status)
    select ${workflowId}, ${flow}, ${flowVersion}::integer, ${user}, ${content},
      ${attachments.length === 0 ? null : JSON.stringify(attachments)}::jsonb,
      ${data === undefined ? null : JSON.stringify(data)}::jsonb,
      ${output === undefined ? null : JSON.stringify(output)}::jsonb, ${triggerId}, 'running'
    ${bound === undefined ? sql`` : sql`where (${countOpenExecutions(bound.user)}) < ${bound.value}`}
    on conflict (workflow_id) do nothing
    returning id`.execute(trx);
  return rows[0]?.id;
}

/**
 * Stores what an execution may spend. Spending that cannot be counted is let go, but the limit itself must be
 * stored: if that fails, the execution begins later.
 */
async function limitExecution(
  trx: DatabaseTransaction,
  { executionId, budget }: { executionId: number; budget: Budget },
): Promise<void> {
  await openBudget(trx, { rootId: executionId, budget });
  await trx
    .updateTable('execution')
    .set({ budget_root_id: executionId })
    .where('id', '=', executionId)
    .execute();
}

async function findExecution(db: Database, workflowId: string) {
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .select(['execution.id', 'execution.status', 'execution.flow_slug', 'execution.flow_version'])
    .select(['execution.trigger_id', 'execution.user_id', 'parent.workflow_id as parent'])
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
}
