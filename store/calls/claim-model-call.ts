import { sql } from 'kysely';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { CallPurpose } from '../../protocol/call-purpose.js';
import type { Database } from '../database.js';
import type { CallKey } from '../call-key.js';
import { callPurpose } from './call-purpose.js';
import { deleteChunks } from './stream-chunks.js';

export interface ClaimedCall {
  nodeId: string;
  iteration: string;
  model: string;
  purpose: CallPurpose;
  manifest: ContextManifest;
  attempt: number;
  failures: number;
  outage: KnownOutage | null;
}

interface KnownOutage {
  failures: number;
  /** From this time on, calls with a fallback try this model again. */
  retryAt: string | null;
  isRetryDue: boolean;
  reason: string;
}

export async function claimModelCall(db: Database, key: CallKey): Promise<ClaimedCall | undefined> {
  const row = await db
    .updateTable('model_call')
    .from('context_manifest')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), status: 'running' }))
    .whereRef('context_manifest.execution_id', '=', 'model_call.execution_id')
    .whereRef('context_manifest.step', '=', 'model_call.step')
    .where('model_call.execution_id', '=', key.executionId)
    .where('model_call.step', '=', key.step)
    .where('status', 'in', ['planned', 'running'])
    .returning(['node_id', 'iteration', 'model', 'manifest', 'attempt', 'failures'])
    .returning(callPurpose().as('purpose'))
    .returning((eb) =>
      eb
        .selectFrom('model_outage')
        .select(
          sql<KnownOutage>`json_build_object('failures', model_outage.failures, 'retryAt', retry_at,
            'isRetryDue', retry_at <= clock_timestamp(), 'reason', reason)`.as('known'),
        )
        .whereRef('model_outage.model', '=', 'model_call.model')
        .as('outage'),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.attempt > 1) await deleteChunks(db, key);
  const { node_id: nodeId, ...claimed } = row;
  return { nodeId, ...claimed };
}
