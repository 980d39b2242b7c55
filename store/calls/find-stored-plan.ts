import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { Database } from '../database.js';
import type { ModelCallPurpose, ModelCallStatus } from '../../views/call.js';
import type { CallKey } from '../call-key.js';

export interface StoredPlan {
  nodeId: string;
  iteration: string;
  model: string;
  status: ModelCallStatus;
  purpose: ModelCallPurpose;
  createdAt: Date;
  outputTokens: number;
  cost: string | null;
  manifest: ContextManifest;
}

export async function findStoredPlan(db: Database, key: CallKey): Promise<StoredPlan | undefined> {
  return db
    .selectFrom('model_call')
    .innerJoin('context_manifest as made', (join) =>
      join
        .onRef('made.execution_id', '=', 'model_call.execution_id')
        .onRef('made.step', '=', 'model_call.step'),
    )
    .select(['node_id as nodeId', 'iteration', 'model', 'status', 'purpose', 'created_at as createdAt'])
    .select(['output_tokens as outputTokens', 'cost', 'manifest'])
    .where('model_call.execution_id', '=', key.executionId)
    .where('model_call.step', '=', key.step)
    .executeTakeFirst();
}
