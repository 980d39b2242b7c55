import type { TraceContent } from '../../context/message/trace-content.js';
import { sql, type JoinBuilder } from 'kysely';
import type { Database, DatabaseSchema } from '../database.js';

export interface TraceRow {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  content: TraceContent;
  tokens: number;
  hygieneTokens: number;
  spilledTokens: number;
}

export const TRACE_ROLE = sql<TraceRow['role']>`case ordinal when 0 then 'assistant' else 'tool' end`;

export async function loadTrace(
  db: Database,
  range: { executionId: number; first: number; last: number },
): Promise<TraceRow[]> {
  return db
    .selectFrom('trace_message as message')
    .innerJoin('model_call as call', sameStep)
    .select([
      'message.step',
      'ordinal',
      TRACE_ROLE.as('role'),
      'content',
      'token_count as tokens',
      'hygiene_tokens as hygieneTokens',
      'spilled_tokens as spilledTokens',
    ])
    .where('message.execution_id', '=', range.executionId)
    .where('message.step', '>=', range.first)
    .where('message.step', '<=', range.last)
    .where('is_partial', '=', false)
    .where('call.purpose', '<>', 'compaction')
    .orderBy('message.step')
    .orderBy('ordinal')
    .execute();
}

export async function countTrace(
  db: Database,
  { executionId, first, last }: { executionId: number; first: number; last: number },
): Promise<{ count: number; tokens: number; spilledTokens: number }> {
  const row = await db
    .selectFrom('trace_message as message')
    .innerJoin('model_call as call', sameStep)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<string | null>('token_count').as('tokens'),
      fn.sum<string | null>('spilled_tokens').as('spilledTokens'),
    ])
    .where('message.execution_id', '=', executionId)
    .where('message.step', '>=', first)
    .where('message.step', '<=', last)
    .where('is_partial', '=', false)
    .where('call.purpose', '<>', 'compaction')
    .executeTakeFirstOrThrow();
  return {
    count: Number(row.count),
    tokens: Number(row.tokens ?? 0),
    spilledTokens: Number(row.spilledTokens ?? 0),
  };
}

function sameStep(
  join: JoinBuilder<
    DatabaseSchema & { message: DatabaseSchema['trace_message']; call: DatabaseSchema['model_call'] },
    'message' | 'call'
  >,
) {
  return join.onRef('call.execution_id', '=', 'message.execution_id').onRef('call.step', '=', 'message.step');
}
