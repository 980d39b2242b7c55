import { sql, type RawBuilder } from 'kysely';
import type { ApprovalDetails } from '../../views/approval.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { TRACE_ROLE } from '../calls/load-trace.js';
import { textOfParts } from '../calls/text-of-parts.js';
import { LIVE } from '../workers/live-workers.js';
import { toColumns } from './approvals.js';
import type { QuestionKey } from '../conversation/question-id.js';

const MAX_MESSAGES = 6;
const MAX_STEPS = 10;
const MAX_CHARACTERS = 2_000;

type HistoryEntry = ApprovalDetails['history'][number];

interface AskedRow {
  toolName: string | null;
  step: number;
  conversationId: number | null;
  branch: number;
  seq: number | null;
  input: string | null;
  startedAt: Date;
}

/** Prefers a live worker's schema to the one that the model was sent. */
export async function loadApprovalDetails(
  db: Database,
  { taskQueue, key }: { taskQueue: string; key: QuestionKey },
): Promise<ApprovalDetails> {
  const asked = await db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .select(['tool_name as toolName', 'step', 'conversation_id as conversationId', 'branch'])
    .select(['current_seq as seq', 'execution.input', 'execution.created_at as startedAt'])
    .where((eb) => eb.and(toColumns(key)))
    .executeTakeFirst();
  if (!asked) return { schema: null, history: [] };
  const [schema, messages, steps] = await Promise.all([
    asked.toolName === null ? null : findSchema(db, { taskQueue, key, name: asked.toolName }),
    loadMessages(db, asked),
    loadSteps(db, key, asked.step),
  ]);
  return { schema, history: [...messages, ...steps] };
}

async function findSchema(
  db: Database,
  { taskQueue, key: { executionId, call }, name }: { taskQueue: string; key: QuestionKey; name: string },
): Promise<unknown> {
  const sent = sql`select manifest ->> 'tools' from context_manifest
    where execution_id = ${executionId} and step = ${call?.step ?? 0}`;
  const { rows } = await sql<{ schema: string }>`
    select schema from (
      select 1 as place, content as schema from generated_text where hash = (
        select schemas -> 'tools' ->> ${name}::text from worker
        where task_queue = ${taskQueue} and seen_at > clock_timestamp() - ${LIVE} and schemas -> 'tools' ? ${name}::text
        order by started_at desc limit 1)
      union all
      select 2, (tool -> 'inputSchema')::text from (
        select content from generated_text where hash = (${sent})
        union all
        select content from execution_text where execution_id = ${executionId} and hash = (${sent})
      ) planned, jsonb_array_elements(content::jsonb) tool where tool ->> 'name' = ${name}
    ) found order by place limit 1`.execute(db);
  // Selected as text, because jsonb rejects a null character.
  return rows[0] ? (JSON.parse(rows[0].schema) as unknown) : null;
}

async function loadMessages(
  db: Database,
  { conversationId, branch, seq, input, startedAt }: AskedRow,
): Promise<HistoryEntry[]> {
  if (conversationId === null || seq === null)
    return input === null || input === ''
      ? []
      : [{ role: 'user', toolName: null, at: startedAt, ...cutText(input) }];
  const range = { through: seq, newest: MAX_MESSAGES };
  const { rows } = await sql<HistoryEntry>`
    select role, null as "toolName", ${cut(sql`content`)}, created_at as at
    from ${seenMessages({ conversationId, branch }, range)} message order by seq`.execute(db);
  return rows;
}

async function loadSteps(
  db: Database,
  { executionId, nodeId, iteration }: QuestionKey,
  step: number,
): Promise<HistoryEntry[]> {
  if (step === 0) return [];
  const { rows } = await sql<HistoryEntry>`
    select ${TRACE_ROLE} as role, "toolName", ${cut(sql`said`)}, at from (
      select message.step, message.ordinal, message.created_at as at,
        case when message.ordinal > 0 then content -> 0 ->> 'toolName' end as "toolName",
        case when message.ordinal > 0 then (content -> 0 -> 'output' -> 'value')::text
          else ${textOfParts(sql`content`)} end as said
      from trace_message message
      join model_call call on call.execution_id = message.execution_id and call.step = message.step
      where message.execution_id = ${executionId} and message.step < ${step}
        and call.node_id = ${nodeId} and call.iteration = ${iteration} and call.purpose <> 'compaction'
      order by message.step desc, message.ordinal desc limit ${MAX_STEPS}
    ) newest where said is not null order by step, ordinal`.execute(db);
  return rows;
}

function cut(text: RawBuilder<unknown>) {
  return sql`left(${text}, ${MAX_CHARACTERS}) as text, length(${text}) > ${MAX_CHARACTERS} as "isCut"`;
}

function cutText(text: string): Pick<HistoryEntry, 'text' | 'isCut'> {
  return { text: text.slice(0, MAX_CHARACTERS), isCut: text.length > MAX_CHARACTERS };
}
