import type { AgentActivities } from '../protocol/activities/agent.js';
import type { ConversationActivities } from '../protocol/activities/conversation.js';
import type { ExecutionActivities } from '../protocol/activities/execution.js';
import type { NodeActivities, SettleChildInput } from '../protocol/activities/nodes.js';
import type { UpkeepActivities } from '../protocol/activities/upkeep.js';
import type { ActivityDependencies } from './dependencies.js';
import { withStoreFailures } from './to-store-failure.js';
import { createBeginStep } from './agent/plan/begin-step.js';
import { createCallModel } from './agent/call/call-model.js';
import { createCompactContext } from './compact/compact-context.js';
import { createRunTool } from './agent/tools/run-tool.js';
import { createSettleToolCall } from './agent/tools/settle-tool-call.js';
import { createStoreStep } from './agent/call/store-step.js';
import { createTrimContext } from './agent/plan/trim-context.js';
import { createAwaitExecution } from './conversation/await-execution.js';
import { createCloseTurns } from './conversation/close-turns.js';
import { createForkConversation } from './conversation/fork-conversation.js';
import { createStoreTurns } from './conversation/store-turns.js';
import { createBeginExecution } from './execution/begin-execution.js';
import { beginInSlot } from './execution/begin-in-slot.js';
import { createFinishExecution } from './ending/finish-execution.js';
import { createEvaluateNode } from './nodes/evaluate-node.js';
import { createPrepareSpawn } from './nodes/spawn/prepare-spawn.js';
import { createRunNode } from './nodes/run-node.js';
import { createSettleNode } from './nodes/settle-node.js';
import { createSettleSpawn } from './nodes/spawn/settle-spawn.js';
import { readChildOutcome } from './nodes/child-outcome.js';
import { createDescribeTouched } from './upkeep/describe-touched.js';
import { createEmbedPassages } from './upkeep/embed-passages.js';
import { createPlanUpkeep } from './upkeep/plan-upkeep.js';
import { createRecordTrajectories } from './upkeep/record-trajectories.js';
import { createSummarizeThread } from './upkeep/summarize-thread.js';

export function createAgentActivities(dependencies: ActivityDependencies): AgentActivities {
  return withStoreFailures({
    trimContext: createTrimContext(dependencies),
    compactContext: createCompactContext(dependencies),
    callModel: createCallModel(dependencies),
    runTool: createRunTool(dependencies),
    settleToolCall: createSettleToolCall(dependencies),
    beginStep: createBeginStep(dependencies),
    storeStep: createStoreStep(dependencies),
  });
}

export function createConversationActivities(dependencies: ActivityDependencies): ConversationActivities {
  return withStoreFailures({
    storeTurns: createStoreTurns(dependencies),
    awaitExecution: createAwaitExecution(dependencies),
    forkConversation: createForkConversation(dependencies),
    ...createCloseTurns(dependencies),
  });
}

export function createExecutionActivities(dependencies: ActivityDependencies): ExecutionActivities {
  return withStoreFailures({
    beginExecution: beginInSlot(dependencies, createBeginExecution(dependencies)),
    finishExecution: createFinishExecution(dependencies),
  });
}

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

export function createUpkeepActivities(dependencies: ActivityDependencies): UpkeepActivities {
  return withStoreFailures({
    planUpkeep: createPlanUpkeep(dependencies),
    embedPassages: createEmbedPassages(dependencies),
    summarizeThread: createSummarizeThread(dependencies),
    recordTrajectories: createRecordTrajectories(dependencies),
    describeTouched: createDescribeTouched(dependencies),
  });
}

function createSettleChild({ db }: Pick<ActivityDependencies, 'db'>) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await readChildOutcome(db, input);
    return null;
  };
}
