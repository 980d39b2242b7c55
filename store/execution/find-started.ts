import type { Attachment } from '../../context/message/attachment.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { Database } from '../database.js';

export interface StartedExecution {
  executionId: string;
  user: string | null;
  flow: string;
  version: number;
  isDraft: boolean;
  input: string | null;
  attachments: Attachment[] | null;
  data: unknown;
  output: JsonSchema | null;
  trigger: string | null;
}

export async function findStarted(
  db: Database,
  executionIds: readonly string[],
): Promise<StartedExecution[]> {
  if (executionIds.length === 0) return [];
  return db
    .selectFrom('execution')
    .select(['workflow_id as executionId', 'user_id as user', 'flow_slug as flow', 'input', 'data'])
    .select(['attachments', 'trigger_id as trigger', 'output_schema as output'])
    .select('flow_version as version')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('flow_version')
            .select('version')
            .whereRef('flow_version.flow_slug', '=', 'execution.flow_slug')
            .whereRef('flow_version.version', '=', 'execution.flow_version')
            .where('is_draft', '=', true),
        )
        .$castTo<boolean>()
        .as('isDraft'),
    )
    .where('workflow_id', 'in', executionIds)
    .where('parent_id', 'is', null)
    .where('conversation_id', 'is', null)
    .execute();
}
