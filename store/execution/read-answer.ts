import { sql } from 'kysely';
import { toCutOffReason, type CutOffReason } from '../../protocol/finish-reason.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import { shownAnswer } from '../../protocol/shown-answer.js';
import type { Database } from '../database.js';
import { newestFinish } from '../conversation/newest-finish.js';

interface FoundAnswer {
  text: string;
  outputSchema: JsonSchema | null;
  finishReason: CutOffReason | undefined;
}

export async function findAskedAnswer(db: Database, workflowId: string): Promise<FoundAnswer | undefined> {
  const execution = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output', 'output_schema'])
    .select(newestFinish(sql.ref('execution.id')).as('finish'))
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (!execution) return undefined;
  const text = await readAnswer(db, execution);
  if (text === null) return undefined;
  const { output_schema: outputSchema, finish } = execution;
  return { text, outputSchema, finishReason: toCutOffReason(finish) };
}

export async function readAnswer(
  db: Database,
  execution: { conversation_id: number | null; position: number | null; output: string | null },
): Promise<string | null> {
  if (execution.conversation_id === null || execution.position === null) return shown(execution.output);
  const row = await db
    .selectFrom('thread_message as answer')
    // The partial text of a canceled turn is not an answer.
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'answer.conversation_id')
        .onRef('turn.position', '=', 'answer.position')
        .on('turn.status', '=', 'completed'),
    )
    .select('answer.content')
    .where('answer.conversation_id', '=', execution.conversation_id)
    .where('answer.position', '=', execution.position)
    .where('answer.role', '=', 'assistant')
    .executeTakeFirst();
  return shown(row?.content ?? null);
}

function shown(answer: string | null): string | null {
  return answer === null ? null : shownAnswer(answer);
}
