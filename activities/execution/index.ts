import type { ExecutionActivities } from '../../protocol/activities/execution.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createBeginExecution } from './begin-execution.js';
import { beginInSlot } from './begin-in-slot.js';
import { createFinishExecution } from './finish-execution.js';

export function createExecutionActivities(dependencies: ActivityDependencies): ExecutionActivities {
  return withStoreFailures({
    beginExecution: beginInSlot(dependencies, createBeginExecution(dependencies)),
    finishExecution: createFinishExecution(dependencies),
  });
}
