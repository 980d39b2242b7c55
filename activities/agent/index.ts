import type { AgentActivities } from '../../protocol/activities/agent.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createBeginStep } from './plan/begin-step.js';
import { createCallModel } from './call/call-model.js';
import { createCompactContext } from './compact/compact-context.js';
import { createRunTool } from './tools/run-tool.js';
import { createSettleToolCall } from './tools/settle-tool-call.js';
import { createStoreStep } from './call/store-step.js';
import { createTrimContext } from './plan/trim-context.js';

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
