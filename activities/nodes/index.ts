import type { NodeActivities, SettleChildInput } from '../../protocol/activities/nodes.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createEvaluateNode } from './evaluate-node.js';
import { createPrepareSpawn } from './spawn/prepare-spawn.js';
import { createRunNode } from './run-node.js';
import { createSettleNode } from './settle-node.js';
import { createSettleSpawn } from './spawn/settle-spawn.js';
import { readChildOutcome } from './child-outcome.js';

export function createNodeActivities(dependencies: ActivityDependencies): NodeActivities {
  return withStoreFailures({
    evaluateNode: createEvaluateNode(dependencies),
    settleNode: createSettleNode(dependencies),
    runNode: createRunNode(dependencies),
    prepareSpawn: createPrepareSpawn(dependencies),
    settleChild: createSettleChild(dependencies),
    settleSpawn: createSettleSpawn(dependencies),
  });
}

function createSettleChild({ db }: Pick<ActivityDependencies, 'db'>) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await readChildOutcome(db, input);
    return null;
  };
}
