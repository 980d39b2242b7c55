import type { UpkeepActivities } from '../../protocol/activities/upkeep.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createDescribeTouched } from './describe-touched.js';
import { createEmbedPassages } from './embed-passages.js';
import { createPlanUpkeep } from './plan-upkeep.js';
import { createRecordTrajectories } from './record-trajectories.js';
import { createSummarizeThread } from './summarize-thread.js';

export function createUpkeepActivities(dependencies: ActivityDependencies): UpkeepActivities {
  return withStoreFailures({
    planUpkeep: createPlanUpkeep(dependencies),
    embedPassages: createEmbedPassages(dependencies),
    summarizeThread: createSummarizeThread(dependencies),
    recordTrajectories: createRecordTrajectories(dependencies),
    describeTouched: createDescribeTouched(dependencies),
  });
}
