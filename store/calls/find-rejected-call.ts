import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { Database } from '../database.js';

export interface RejectedCall {
  model: string;
  manifest: ContextManifest;
  reason: string;
}

export async function findRejectedCall(
  db: Database,
  { executionId, after, before }: { executionId: number; after: number; before: number },
): Promise<RejectedCall | undefined> {
  const row = await db
    .selectFrom('model_call')
    .innerJoin('context_manifest', (join) =>
      join
        .onRef('context_manifest.execution_id', '=', 'model_call.execution_id')
        .onRef('context_manifest.step', '=', 'model_call.step'),
    )
    .select(['model', 'manifest', 'error_message'])
    .where('model_call.execution_id', '=', executionId)
    .where('model_call.step', '>', after)
    .where('model_call.step', '<', before)
    .where('purpose', '=', 'answer')
    .where('error_type', '=', 'Model.ContextOverflow')
    .orderBy('model_call.step', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { model: row.model, manifest: row.manifest, reason: row.error_message ?? '' };
}
