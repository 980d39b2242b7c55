import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createEmbedPassages } from './embed-passages.js';
import { createPlanUpkeep } from './plan-upkeep.js';
import { createSummarizeThread } from './summarize-thread.js';

/** The Activities that an upkeep Workflow asks for. */
export function createUpkeepActivities(dependencies: ActivityDependencies) {
  return withStoreFailures({
    planUpkeep: createPlanUpkeep(dependencies),
    embedPassages: createEmbedPassages(dependencies),
    summarizeThread: createSummarizeThread(dependencies),
  });
}

export type UpkeepActivities = ReturnType<typeof createUpkeepActivities>;
