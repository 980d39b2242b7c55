import type { ConversationActivities } from '../../protocol/activities/conversation.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createAwaitExecution } from './await-execution.js';
import { createCloseTurns } from './close-turns.js';
import { createForkConversation } from './fork-conversation.js';
import { createStoreTurns } from './store-turns.js';

export function createConversationActivities(dependencies: ActivityDependencies): ConversationActivities {
  return withStoreFailures({
    storeTurns: createStoreTurns(dependencies),
    awaitExecution: createAwaitExecution(dependencies),
    forkConversation: createForkConversation(dependencies),
    ...createCloseTurns(dependencies),
  });
}
