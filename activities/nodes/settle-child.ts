import type { SettleChildInput } from '../../protocol/activities/nodes.js';
import type { ActivityDependencies } from '../dependencies.js';
import { readChildOutcome } from './child-outcome.js';

/** For a terminated sub-execution, while others of its call run. */
export function createSettleChild({ db }: Pick<ActivityDependencies, 'db'>) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await readChildOutcome(db, input);
    return null;
  };
}
