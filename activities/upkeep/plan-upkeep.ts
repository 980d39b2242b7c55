import type { ActivityDependencies } from '../dependencies.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findAbove } from './find-above.js';
import { findEmbedding } from './find-embedding.js';
import { findTrajectoryWork } from './find-trajectory-work.js';
import { findUpkeep } from './find-upkeep.js';
import type { UpkeepPlan } from '../../protocol/activities/upkeep.js';

export function createPlanUpkeep(dependencies: ActivityDependencies) {
  const { db, embedder, timing } = dependencies;
  return async function planUpkeep(): Promise<UpkeepPlan> {
    const workflowId = servedWorkflowId();
    const found = (await findUpkeep(dependencies, { workflowId })) ?? (await findAbove(db, workflowId));
    const unembedded = await findEmbedding(db, { workflowId, embedder });
    const work = await findTrajectoryWork(db, workflowId);
    return {
      ...(found && { summarize: true as const }),
      ...(unembedded !== undefined && { embed: true as const }),
      ...work,
      heartbeatTimeoutMs: timing.heartbeatTimeoutMs,
    };
  };
}
