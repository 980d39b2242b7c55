import type { TraceContent } from '../../context/message/trace-content.js';
import type { Database } from '../database.js';
import type { ModelCallStatus } from '../../views/call.js';
import type { CallKey } from '../call-key.js';

interface StoredCall {
  nodeId: string;
  model: string;
  iteration: string;
  status: ModelCallStatus;
  errorType: string | null;
  errorMessage: string | null;
  finishReason: string | null;
  outputTokens: number;
  content: TraceContent | null;
}

export async function findModelCall(db: Database, key: CallKey): Promise<StoredCall | undefined> {
  const row = await db
    .selectFrom('model_call')
    .leftJoin('trace_message', (join) =>
      join
        .onRef('trace_message.execution_id', '=', 'model_call.execution_id')
        .onRef('trace_message.step', '=', 'model_call.step')
        .on('trace_message.ordinal', '=', 0),
    )
    .select([
      'model_call.node_id',
      'model_call.model',
      'model_call.iteration',
      'status',
      'error_type',
      'error_message',
      'finish_reason',
      'output_tokens',
      'content',
    ])
    .where('model_call.execution_id', '=', key.executionId)
    .where('model_call.step', '=', key.step)
    .executeTakeFirst();
  return (
    row && {
      nodeId: row.node_id,
      model: row.model,
      iteration: row.iteration,
      status: row.status,
      errorType: row.error_type,
      errorMessage: row.error_message,
      finishReason: row.finish_reason,
      outputTokens: row.output_tokens,
      content: row.content,
    }
  );
}
