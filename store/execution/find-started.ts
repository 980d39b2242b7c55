import type { Attachment } from '../../context/attachments/attachment.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { Database } from '../database.js';

/** The input with which an execution outside a conversation was started. */
export interface StartedExecution {
  executionId: string;
  user: string | null;
  flow: string;
  version: number;
  input: string | null;
  /** The files in that text; null: it has none. */
  attachments: Attachment[] | null;
  /** As JSON reads it; null: none was given. */
  data: unknown;
  /** The schema of the object that was asked for; null: none was. */
  output: JsonSchema | null;
  trigger: string | null;
}

/** Finds the executions outside of conversations that have these Workflow IDs, sub-executions apart. */
export async function findStarted(
  db: Database,
  executionIds: readonly string[],
): Promise<StartedExecution[]> {
  return db
    .selectFrom('execution')
    .select(['workflow_id as executionId', 'user_id as user', 'flow_slug as flow', 'input', 'data'])
    .select(['attachments', 'trigger_id as trigger', 'output_schema as output'])
    .select('flow_version as version')
    .where('workflow_id', 'in', executionIds)
    .where('parent_id', 'is', null)
    .where('conversation_id', 'is', null)
    .execute();
}
