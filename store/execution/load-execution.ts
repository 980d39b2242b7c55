import { sql } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { Database } from '../database.js';
import { selectSteering } from '../conversation/joining-turns.js';
import { isRepeated } from '../calls/earlier-runs.js';
import { failedSummarizers } from '../summaries/failed-summarizers.js';

export interface ExecutionFacts {
  id: number;
  conversationId: number | null;
  flowSlug: string;
  flowVersion: number;
  userId: string | null;
  currentSeq: number | null;
  branch: number;
  position: number | null;
  clearedThrough: number | null;
  coversThrough: number | null;
  summaryOrdinal: number | null;
  failedSummarizers: readonly string[];
  threadDepth: number;
  speakers: readonly string[] | null;
  channel: string | null;
  title: string | null;
  input: string | null;
  attachments: Attachment[] | null;
  data: unknown;
  outputSchema: JsonSchema | null;
  instructions: string | null;
  callerTools: CallerTools | null;
  isDraft: boolean;
  depth: number;
  rootId: number | null;
  /** Null for the flow's first matching trigger. */
  triggerId: string | null;
  rootBudgetId: number | null;
  hasJoined: boolean;
  hasCompactions: boolean;
  isRepeated: boolean;
  isSteered: boolean;
}

const IS_DRAFT = sql<boolean>`exists (select from flow_version where flow_slug = execution.flow_slug
  and version = execution.flow_version and is_draft)`;
const HAS_COMPACTIONS = sql<boolean>`exists (select from compaction where execution_id = execution.id)`;

export async function loadExecution(db: Database, workflowId: string): Promise<ExecutionFacts> {
  const row = await db
    .selectFrom('execution')
    .leftJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select([
      'execution.id',
      'execution.conversation_id as conversationId',
      'execution.flow_slug as flowSlug',
      'execution.flow_version as flowVersion',
      'execution.user_id as userId',
      'execution.current_seq as currentSeq',
      'execution.position',
      'execution.input',
      'execution.attachments',
      'execution.data',
      'execution.output_schema as outputSchema',
      'execution.instructions',
      'execution.depth',
      'execution.root_id as rootId',
      'execution.trigger_id as triggerId',
      'execution.branch',
      'conversation.cleared_through as clearedThrough',
      'conversation.covers_through as coversThrough',
      'conversation.summary_ordinal as summaryOrdinal',
      'conversation.channel',
      'conversation.caller_tools as callerTools',
      'conversation.depth as threadDepth',
      'conversation.speakers',
      'execution.budget_root_id as rootBudgetId',
    ])
    .select(
      sql<string | null>`case when conversation.title_origin <> 'words' then conversation.title end`.as(
        'title',
      ),
    )
    .select([IS_DRAFT.as('isDraft'), HAS_COMPACTIONS.as('hasCompactions')])
    .select(failedSummarizers({ conversationId: sql.ref('conversation.id') }).as('failedSummarizers'))
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('agent_step')
          .select('ordinal')
          .whereRef('execution_id', '=', 'execution.id')
          .where('joins', '=', true),
      ).as('hasJoined'),
      exists(selectSteering()).as('isSteered'),
    ])
    .select(isRepeated.as('isRepeated'))
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (!row) throw new Error(`Execution '${workflowId}' has no row`);
  return {
    ...row,
    threadDepth: row.threadDepth ?? 0,
    hasJoined: Boolean(row.hasJoined),
    isSteered: Boolean(row.isSteered),
  };
}
