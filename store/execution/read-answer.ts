import { sql } from 'kysely';
import { toCutOffReason, type CutOffReason } from '../../protocol/finish-reason.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import { shownAnswer } from '../../protocol/shown-answer.js';
import type { Database } from '../database.js';
import { newestFinish } from './newest-finish.js';

/** The answer of an execution, and the JSON Schema of the object that was asked for; null: a text was. */
interface FoundAnswer {
  text: string;
  outputSchema: JsonSchema | null;
  /** Absent when the answer is whole. */
  finishReason: CutOffReason | undefined;
}

/** Finds the answer of an execution and what was asked for; undefined: it has none, or none yet. */
export async function findAskedAnswer(db: Database, workflowId: string): Promise<FoundAnswer | undefined> {
  const execution = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output', 'output_schema'])
    .select(newestFinish(sql.ref('execution.id')).as('finish'))
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (execution === undefined) return undefined;
  const text = await readAnswer(db, execution);
  if (text === null) return undefined;
  const { output_schema: outputSchema, finish } = execution;
  return { text, outputSchema, finishReason: toCutOffReason(finish) };
}

/** Reads the answer of a completed execution as its readers see it; null: it has none. */
export async function readAnswer(
  db: Database,
  execution: { conversation_id: number | null; position: number | null; output: string | null },
): Promise<string | null> {
  if (execution.conversation_id === null || execution.position === null) return shown(execution.output);
  const row = await db
    .selectFrom('thread_message as answer')
    // The part of an answer that a cancelled turn left is none.
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
