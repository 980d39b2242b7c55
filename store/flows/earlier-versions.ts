import type { Database } from '../database.js';

const MAX_VERSIONS = 20;

export async function listEarlierVersions(
  db: Database,
  { slug, version }: { slug: string; version: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('flow_version')
    .select('version')
    .where('flow_slug', '=', slug)
    .where('version', '<', version)
    .where('is_draft', '=', false)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  return rows.map((row) => row.version);
}

export async function repinVersion(
  db: Database,
  { workflowId, from, to }: { workflowId: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('execution')
    .set({ flow_version: to })
    .where('workflow_id', '=', workflowId)
    .where('flow_version', '=', from)
    .execute();
}
