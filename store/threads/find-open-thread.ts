import type { Database } from '../database.js';

interface OpenThread {
  id: number;
  flowSlug: string;
  flowVersion: number;
}

export async function findOpenThread(db: Database, workflowId: string): Promise<OpenThread | undefined> {
  return db
    .selectFrom('conversation')
    .innerJoin('flow', 'flow.slug', 'conversation.flow_slug')
    .select(['conversation.id', 'flow_slug as flowSlug', 'current_version as flowVersion'])
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .where('thread_id', 'is not', null)
    .executeTakeFirst();
}
