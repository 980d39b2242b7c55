import type { ContextManifest } from '../../context/manifest.js';
import type { Database } from '../database.js';
import type { CallKey } from './call-key.js';
import { deleteChunks } from './stream-chunks.js';

export interface ClaimedCall {
  nodeId: string;
  /** The loop item that the node runs for. */
  iteration: string;
  model: string;
  manifest: ContextManifest;
  /** The number of this try. Writes that carry an older number are refused. */
  attempt: number;
  failures: number;
}

/** Begins the next attempt of a call and deletes the chunks of earlier ones. Undefined: the call has ended. */
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
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.attempt > 1) await deleteChunks(db, key);
  const { iteration, model, manifest, attempt, failures } = row;
  return { nodeId: row.node_id, iteration, model, manifest, attempt, failures };
}
