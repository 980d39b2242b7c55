import type { SettleChildInput } from '../../protocol/activities/nodes.js';
import type { ActivityDependencies } from '../dependencies.js';
import { readChildOutcome } from './child-outcome.js';

export function createSettleChild({ db }: Pick<ActivityDependencies, 'db'>) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await readChildOutcome(db, input);
    return null;
  };
}
