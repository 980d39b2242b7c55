import { sql } from 'kysely';
import { describeBrokenCalls, type BrokenCall } from '../../context/hygiene/describe-broken-calls.js';
import type { FinalStatus } from '../../protocol/final-status.js';
import type { DatabaseTransaction } from '../database.js';

const MAX_CALLS = 500;
const RESULT_CHARACTERS = 400;

interface CallRow {
  name: string;
  input: unknown;
  isBegun: boolean;
  isEnded: boolean;
  isError: boolean;
  isUnknown: boolean;
  isReused: boolean;
  isDenied: boolean;
  result: string | null;
}

export async function noteBrokenCalls(
  trx: DatabaseTransaction,
  turn: {
    executionId: number;
    conversationId: number;
    position: number;
    status: FinalStatus;
    role: 'user' | 'assistant';
  },
): Promise<void> {
  const { executionId, conversationId, position, role, status } = turn;
  if (status === 'completed') return;
  const note = describeBrokenCalls(await loadCalls(trx, executionId), { status });
  if (note === undefined) return;
  await trx
    .updateTable('conversation_message')
    .set({ broken_calls: note })
    .where('conversation_id', '=', conversationId)
    .where('position', '=', position)
    .where('role', '=', role)
    .execute();
}

async function loadCalls(trx: DatabaseTransaction, executionId: number): Promise<BrokenCall[]> {
  const output = sql`result.content #> '{0,output}'`;
  const { rows } = await sql<CallRow>`
    select call ->> 'toolName' as name, call -> 'input' as input,
      begun.execution_id is not null as "isBegun",
      result.execution_id is not null as "isEnded",
      coalesce(begun.is_error, false) as "isError", coalesce(begun.is_unknown, false) as "isUnknown",
      begun.reused_from is not null as "isReused",
      coalesce(${output} ->> 'type' = 'execution-denied', false) as "isDenied",
      case when asked.execution_id = ${executionId} then left(case ${output} ->> 'type'
        when 'content' then (
          select string_agg(part ->> 'text', e'\n') from jsonb_array_elements(${output} -> 'value') part
          where part ->> 'type' = 'text')
        else coalesce(${output} ->> 'value', ${output} ->> 'reason') end, ${RESULT_CHARACTERS}) end as result
    from (
      select message.* from execution
      join trace_message message on message.execution_id = execution.id and message.ordinal = 0
      join model_call on model_call.execution_id = message.execution_id and model_call.step = message.step
        and purpose = 'answer'
      where execution.id = ${executionId} or execution.root_id = ${executionId}
    ) asked
    cross join lateral (
      select part as call, row_number() over (order by place)::integer as ordinal
      from jsonb_array_elements(asked.content) with ordinality as parts (part, place)
      where part ->> 'type' = 'tool-call'
    ) calls
    left join tool_call begun on begun.execution_id = asked.execution_id and begun.step = asked.step
      and begun.ordinal = calls.ordinal
    left join trace_message result on result.execution_id = asked.execution_id and result.step = asked.step
      and result.ordinal = calls.ordinal
    order by asked.execution_id desc, asked.step desc, calls.ordinal desc
    limit ${MAX_CALLS}`.execute(trx);
  return rows.reverse().map(({ name, input, result, ...row }) => ({
    name,
    input,
    result,
    outcome: toOutcome(row),
  }));
}

function toOutcome(row: Omit<CallRow, 'name' | 'input' | 'result'>): BrokenCall['outcome'] {
  if (row.isDenied || !row.isBegun) return 'not-run';
  if (!row.isEnded || row.isUnknown) return 'unknown';
  if (row.isError) return 'failed';
  return row.isReused ? 'reused' : 'ran';
}
