import { sql } from 'kysely';
import { TOUCHED_HEADING } from '../../context/compaction/touched-part.js';
import {
  BEGINNING_CHARACTERS,
  type CompactedRange,
  type ExplainRows,
  type MemoryName,
  type PassageBeginning,
  type SummaryBeginning,
  type ThreadBeginning,
  type ToolNames,
  type TraceBeginning,
  type TracePart,
} from '../../context/sent/explain-rows.js';
import { manifestReferences } from '../../context/explain/manifest-references.js';
import { readManifest } from '../../context/explain/read-manifest.js';
import type { PlaceRange } from '../../context/message/needs.js';
import { isSeenExecution, seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import type { CallKey } from '../call-key.js';
import { TRACE_ROLE } from './load-trace.js';
import { MEMORIES_OF_MESSAGE } from './memories-of-message.js';
import { findStandingTexts } from '../standing/load-standing-texts.js';

export interface ExplainedExecution {
  id: number;
  conversationId: number | null;
  branch: number;
  executionId: string;
  threadId: string | null;
  input: string | null;
}

export async function findExplainedExecutions(
  db: Database,
  { executionIds, user }: { executionIds: readonly string[]; user: string | undefined },
): Promise<ExplainedExecution[]> {
  let query = db
    .selectFrom('execution')
    .leftJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select(['execution.id', 'conversation_id as conversationId', 'execution.branch'])
    .select('execution.workflow_id as executionId')
    .select(['conversation.workflow_id as threadId', beginning('execution.input').as('input')])
    .where('execution.workflow_id', 'in', executionIds);
  if (user !== undefined) query = query.where('execution.user_id', '=', user);
  return query.execute();
}

export async function findCallNode(db: Database, key: CallKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('model_call')
    .select('node_id')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .executeTakeFirst();
  return row?.node_id;
}

export async function findCallBefore(
  db: Database,
  { id, conversationId, branch, step }: ExplainedExecution & { step: number },
): Promise<{ id: number; step: number } | undefined> {
  const { rows } = await sql<{ id: number; step: number }>`
    select execution_id as id, step from model_call
    where (execution_id, step) < (${id}::bigint, ${step}::bigint) and status <> 'planned' and execution_id in (
      select ${id}::bigint union all (
        select execution.id from execution
        where conversation_id = ${conversationId}::bigint and execution.id < ${id}
          and ${isSeenExecution({ conversationId: sql<number>`${conversationId}`, branch })} order by execution.id desc limit 1
      ))
    order by execution_id desc, step desc limit 1`.execute(db);
  return rows[0];
}

export type ExplainedCall = Awaited<ReturnType<typeof loadCalls>>[number];

export async function loadExplainedCalls(
  db: Database,
  { step, ...execution }: ExplainedExecution & { step?: number },
): Promise<{ calls: ExplainedCall[]; rows: ExplainRows }> {
  const calls = await loadCalls(db, { executionId: execution.id, step });
  const manifests = calls.map(({ manifest }) => manifest);
  return { calls, rows: await loadExplainRows(db, { ...execution, manifests }) };
}

export async function loadExplainRows(
  db: Database,
  { id, conversationId, branch, input, manifests }: ExplainedExecution & { manifests: readonly unknown[] },
): Promise<ExplainRows> {
  const { thread, found, parts, trace, hasSummary, summaries, standing, ...hashes } = manifestReferences(
    manifests.map((manifest) => readManifest(manifest)),
  );
  const hasThread = conversationId !== null;
  const [threadRows, passages, traceRows, compactions, made, asked, generated] = await Promise.all([
    hasThread && (thread || found.length > 0)
      ? loadMessages(db, { conversationId, branch, range: thread, found })
      : [],
    hasThread && parts.length > 0 ? loadParts(db, { conversationId, branch, parts }) : [],
    trace ? loadTrace(db, { executionId: id, ...trace }) : [],
    hasSummary ? loadCompactedRanges(db, id) : [],
    hasThread && summaries.length > 0 ? loadSummaries(db, { conversationId, summaries }) : [],
    hasThread && standing.length > 0
      ? findStandingTexts(db, { conversationId, branch, requests: standing })
      : [],
    loadTexts(db, id, hashes),
  ]);
  return {
    thread: threadRows,
    passages,
    trace: traceRows,
    input: input ?? '',
    compactions,
    summaries: made,
    standing: asked.map((one) => ({ ...one, text: one.text.slice(0, BEGINNING_CHARACTERS) })),
    ...generated,
  };
}

async function loadCalls(
  db: Database,
  { executionId, step }: { executionId: number; step: number | undefined },
) {
  const query = db
    .selectFrom('model_call')
    .innerJoin('context_manifest as made', (join) =>
      join
        .onRef('made.execution_id', '=', 'model_call.execution_id')
        .onRef('made.step', '=', 'model_call.step'),
    )
    .select(['model_call.step', 'node_id as nodeId', 'status', 'purpose', 'guard', 'model', 'manifest'])
    .select(['input_tokens as inputTokens', 'cached_input_tokens as cachedInputTokens'])
    .select(['output_tokens as outputTokens', 'reasoning_tokens as reasoningTokens', 'cost'])
    .select(['finish_reason as finishReason', 'error_type as errorType', 'error_message as errorMessage'])
    .select(['created_at as createdAt', 'finished_at as finishedAt', THOUGHTS.as('reasoning')])
    .where('model_call.execution_id', '=', executionId)
    .orderBy('model_call.step');
  return step === undefined ? query.execute() : query.where('model_call.step', '=', step).execute();
}

async function loadMessages(
  db: Database,
  {
    conversationId,
    branch,
    range,
    found,
  }: { conversationId: number; branch: number; range: PlaceRange | undefined; found: readonly number[] },
): Promise<ThreadBeginning[]> {
  const isInRange = range ? sql`seq between ${range.first} and ${range.last}` : sql`false`;
  const where = sql`${isInRange} or seq = any(${[...found]}::integer[])`;
  const { rows } = await sql<ThreadBeginning>`
    select seq, role, token_count as tokens, ${beginning('content')} as text
    from ${seenMessages({ conversationId, branch }, { where })} message
    order by seq`.execute(db);
  return rows;
}

async function loadParts(
  db: Database,
  {
    conversationId,
    branch,
    parts,
  }: { conversationId: number; branch: number; parts: readonly (readonly [number, number, number])[] },
): Promise<PassageBeginning[]> {
  const { rows } = await sql<{ seq: number; text: string; characters: number }>`
    select seq, left(content, needed.through) as text, length(content) as characters
    from ${seenMessages(
      { conversationId, branch },
      { where: sql`seq = any(${parts.map(([seq]) => seq)}::integer[])` },
    )} message join (
      select seq, max(through) as through
      from unnest(${parts.map(([seq]) => seq)}::integer[], ${parts.map(([, , end]) => end)}::integer[])
        as part (seq, through) group by seq
    ) as needed using (seq)`.execute(db);
  const messages = new Map(rows.map((row) => [row.seq, row]));
  return parts.flatMap(([seq, start, end]) => {
    const message = messages.get(seq);
    if (!message) return [];
    // Inexact, because Postgres counts characters and offsets count UTF-16 units.
    const share = Math.min(1, (end - start) / Math.max(1, message.characters));
    const text = message.text.slice(start, Math.min(end, start + BEGINNING_CHARACTERS)).toWellFormed();
    return [{ seq, start, end, text, share }];
  });
}

async function loadTrace(
  db: Database,
  { executionId, first, last }: PlaceRange & { executionId: number },
): Promise<TraceBeginning[]> {
  const rows = await db
    .selectFrom('trace_message as message')
    .innerJoin('model_call as call', (join) =>
      join
        .onRef('call.execution_id', '=', 'message.execution_id')
        .onRef('call.step', '=', 'message.step')
        // Skips calls for compactions, which are not steps of the agent.
        .on('call.purpose', '<>', 'compaction'),
    )
    .select(['message.step', 'ordinal', TRACE_ROLE.as('role'), 'token_count as tokens'])
    .select(['spilled_tokens as spilledTokens', PARTS.as('parts'), MEMORIES.as('memories')])
    .where('message.execution_id', '=', executionId)
    .where('message.step', '>=', first)
    .where('message.step', '<=', last)
    .where('is_partial', '=', false)
    .orderBy('message.step')
    .orderBy('ordinal')
    .execute();
  return rows.map(({ parts, memories, ...row }) => ({
    ...row,
    parts: parts ?? [],
    ...(memories !== null && { memories }),
  }));
}

async function loadCompactedRanges(db: Database, executionId: number): Promise<CompactedRange[]> {
  return db
    .selectFrom('compaction')
    .select(['step', 'first_seq as firstSeq', 'through_seq as throughSeq', 'through_step as throughStep'])
    .select(sql<boolean>`strpos(summary, ${TOUCHED_HEADING}) > 0`.as('hasTouched'))
    .where('execution_id', '=', executionId)
    .where('status', '=', 'adopted')
    .execute();
}

async function loadSummaries(
  db: Database,
  { conversationId, summaries }: { conversationId: number; summaries: readonly number[] },
): Promise<SummaryBeginning[]> {
  const rows = await db
    .selectFrom('summary')
    .select(['ordinal', 'covers_from as coversFrom', beginning('content').as('text')])
    .where('conversation_id', '=', conversationId)
    .where('ordinal', 'in', summaries)
    .execute();
  return rows.map(({ ordinal, coversFrom, text }) => ({
    ordinal,
    coversFrom: coversFrom ?? 1,
    text: text ?? '',
  }));
}

async function loadTexts(
  db: Database,
  executionId: number,
  { texts, tools }: { texts: readonly string[]; tools: readonly string[] },
): Promise<Pick<ExplainRows, 'texts' | 'toolNames'>> {
  if (texts.length === 0) return { texts: new Map(), toolNames: new Map() };
  const names = sql<ToolNames | null>`case when hash = any(${tools}::text[])
    then jsonb_path_query_array(content::jsonb, '$[*].name') end`;
  const rows = await db
    .selectFrom('generated_text')
    .select(['hash', beginning('content').as('text'), names.as('names')])
    .where('hash', 'in', texts)
    .unionAll(
      db
        .selectFrom('execution_text')
        .select(['hash', beginning('content').as('text'), names.as('names')])
        .where('execution_id', '=', executionId)
        .where('hash', 'in', texts),
    )
    .execute();
  return {
    texts: new Map(rows.map(({ hash, text }) => [hash, text ?? ''])),
    toolNames: new Map(rows.map((row) => [row.hash, row.names ?? []])),
  };
}

function beginning(column: 'content' | 'execution.input') {
  return sql<string | null>`left(${sql.ref(column)}, ${sql.lit(BEGINNING_CHARACTERS)})`;
}

const THOUGHTS = sql<string | null>`(
  select left(string_agg(part ->> 'text', E'\\n' order by place), ${sql.lit(BEGINNING_CHARACTERS)})
  from trace_message as message, jsonb_array_elements(message.content) with ordinality as parts (part, place)
  where message.execution_id = model_call.execution_id and message.step = model_call.step and message.ordinal = 0
    and part ->> 'type' = 'reasoning' and part ->> 'text' <> ''
)`;

const MEMORIES = sql<MemoryName[] | null>`(
  select jsonb_agg(jsonb_build_object('kind', kind, 'key', key)) from (${MEMORIES_OF_MESSAGE}) memory
)`;

const PARTS = sql<TracePart[] | null>`(
  select jsonb_agg(
    jsonb_build_object(
      'type', part ->> 'type',
      'name', part ->> 'toolName',
      'text', coalesce(left(
        case
          when part ->> 'type' = 'text' then part ->> 'text'
          when part ->> 'type' = 'tool-call' then part ->> 'input'
          when part #>> '{output,type}' = 'content' then coalesce(
            jsonb_path_query_first(part, '$.output.value[*] ? (@.type == "text").text') #>> '{}',
            '[pictures or files: ' || jsonb_array_length(part #> '{output,value}') || ']')
          else coalesce(part #>> '{output,value}', part #>> '{output,reason}')
        end, ${sql.lit(BEGINNING_CHARACTERS)}), ''),
      'isError', coalesce(part #>> '{output,type}' in ('error-text', 'error-json', 'execution-denied'), false)
    ) order by place)
  from jsonb_array_elements(message.content) with ordinality as parts (part, place)
  where part ->> 'type' in ('text', 'tool-call', 'tool-result')
)`;
