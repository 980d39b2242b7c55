import { sql } from 'kysely';
import type { TraceContent } from '../../context/message/trace-content.js';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import { REFUSED_ANSWER, type StreamedCall } from '../calls/streamed-calls.js';
import { selectSteering } from '../conversation/joining-turns.js';
import type { Database } from '../database.js';

export interface ProgressPlace {
  workflowId: string;
  user?: string | undefined;
  step: number;
  attempt: number;
  offset: number;
  reasoning?: number;
  workStep?: number;
}

export interface ProgressRow {
  nth: number;
  id: number;
  status: ExecutionStatus;
  errorType: string | null;
  errorMessage: string | null;
  conversationId: number | null;
  position: number | null;
  isSteered: boolean;
  hasJoinedSteps: boolean;
  hasOpenQuestions: boolean;
  hasNotes: boolean;
  calls: StreamedCall[];
  runs: { run: number; hasEnded: boolean }[];
  messages: { step: number; ordinal: number; content: TraceContent }[] | null;
  chunks: ProgressChunk[] | null;
}

interface ProgressChunk {
  step: number;
  attempt: number;
  startOffset: number;
  text: string;
  reasoningOffset: number;
  reasoning: string;
}

export async function loadProgressRows(
  db: Database,
  places: readonly ProgressPlace[],
): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    select place.nth::integer as nth, execution.id, execution.status, execution.error_type as "errorType",
      execution.error_message as "errorMessage", execution.conversation_id as "conversationId", execution.position,
      exists (${selectSteering()}) as "isSteered", ${HAS_JOINED_STEPS} as "hasJoinedSteps",
      ${IS_ASKED} as "hasOpenQuestions", ${HAS_NOTES} as "hasNotes",
      called.calls, ${RUNS} as runs, ${MESSAGES} as messages, ${CHUNKS} as chunks
    from ${unnestPlaces(places)}
    join execution on execution.workflow_id = place.workflow_id
      and (place.user_id is null or execution.user_id = place.user_id)
    cross join lateral (${CALLS}) called`.execute(db);
  return rows;
}

function toRun(step: 'step' | 'work_step') {
  return sql`(${sql.ref(`place.${step}`)} - 1) / ${sql.lit(STEP_BLOCK)}`;
}

/** Arrays keep the statement's text the same for any number of places. */
function unnestPlaces(places: readonly ProgressPlace[]) {
  const column = (read: (place: ProgressPlace) => number) => sql`${places.map(read)}::integer[]`;
  const steps = (read: (place: ProgressPlace) => number) => sql`${places.map(read)}::bigint[]`;
  return sql`unnest(${places.map(({ workflowId }) => workflowId)}::text[],
      ${places.map(({ user }) => user ?? null)}::text[], ${steps(({ step }) => step)},
      ${column(({ attempt }) => attempt)}, ${column(({ offset }) => offset)},
      ${column(({ reasoning }) => reasoning ?? 0)}, ${steps(({ workStep }) => workStep ?? 0)})
    with ordinality as place (workflow_id, user_id, step, attempt, "offset", reasoning, work_step, nth)`;
}

/** `told` and `shown` end at the first unfinished run: no reader is beyond it. */
const CALLS = sql`
  select coalesce(json_agg(json_build_object('step', step, 'nodeId', node_id, 'attempt', attempt, 'purpose', purpose,
      'isShown', is_shown, 'model', model, 'status', status, 'errorType', error_type,
      'errorMessage', error_message, 'isRefused', is_refused) order by step), '[]') as calls,
    coalesce(array_agg(step) filter (where is_told), '{}') as told,
    coalesce(array_agg(step) filter (where is_told and is_shown), '{}') as shown,
    max(run) filter (where is_shown) as last_shown_run, max(run) filter (where not is_shown) as last_work_run
  from (
    select call.*, coalesce(run <= min(run) filter (where not has_ended) over (partition by is_shown), true)
      as is_told
    from (
      select step, node_id, attempt, purpose, is_shown, model, status, error_type, error_message,
        status = 'completed' and error_type is not distinct from ${REFUSED_ANSWER} as is_refused,
        (step - 1) / ${sql.lit(STEP_BLOCK)} as run,
        execution.status in ('completed', 'failed', 'cancelled') or exists (select from node_output
          where execution_id = execution.id and node_output.run = (step - 1) / ${sql.lit(STEP_BLOCK)}
            and finished_at is not null) as has_ended
      from model_call
      where execution_id = execution.id and step >= least(place.step, place.work_step)
        and step >= case when is_shown then place.step else place.work_step end
    ) call
  ) call`;

/** From the reader's run to the last one. For each kind of calls apart: the shown ones may all be far behind. */
const RUNS = sql`coalesce(
  case when called.last_shown_run > ${toRun('step')} or called.last_work_run > ${toRun('work_step')} then (
    select json_agg(json_build_object('run', run, 'hasEnded', finished_at is not null)) from node_output
    where execution_id = execution.id and (
      run >= ${toRun('step')} and run < called.last_shown_run
      or run >= ${toRun('work_step')} and run < called.last_work_run)) end, '[]')`;

const MESSAGES = sql`(
  select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'content', content)) from trace_message
  where execution_id = execution.id and step = any(called.told))`;

const HAS_JOINED_STEPS = sql<boolean>`exists (
  select from agent_step where execution_id = execution.id and joins)`;

/** Includes every chunk that may reach beyond the offset: a character has up to two UTF-16 units. */
const CHUNKS = sql`(
  select json_agg(json_build_object('step', step, 'attempt', attempt, 'startOffset', start_offset, 'text', content,
    'reasoningOffset', reasoning_offset, 'reasoning', reasoning) order by start_offset, reasoning_offset)
  from stream_chunk chunk
  where execution_id = execution.id and step = any(called.shown) and (
    chunk.step > place.step or chunk.attempt > place.attempt
    or content <> '' and start_offset + length(content) * 2 >= place."offset"
    or chunk.reasoning <> '' and reasoning_offset + length(chunk.reasoning) * 2 >= place.reasoning))`;

const IS_ASKED = sql`execution.finished_at is null and (
  exists (select from approval where execution_id = execution.id and status = 'open') or
  exists (select from execution below join approval on execution_id = below.id and approval.status = 'open'
    where below.root_id = execution.id))`;

const HAS_NOTES = sql`execution.finished_at is null and exists (select from tool_call
  where execution_id = execution.id and progress is not null and tool_call.finished_at is null)`;
