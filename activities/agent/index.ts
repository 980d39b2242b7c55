import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { createBeginStep } from './plan/begin-step.js';
import { createCallModel } from './call/call-model.js';
import { createCompactContext } from './compact/compact-context.js';
import { createRunTool } from './tools/run-tool.js';
import { createStoreStep } from './call/store-step.js';
import { createTrimContext } from './plan/trim-context.js';

/** The Activities of an agent's loop. */
export function createAgentActivities(dependencies: ActivityDependencies) {
  return withStoreFailures({
    trimContext: createTrimContext(dependencies),
    compactContext: createCompactContext(dependencies),
    callModel: createCallModel(dependencies),
    runTool: createRunTool(dependencies),
    beginStep: createBeginStep(dependencies),
    storeStep: createStoreStep(dependencies),
  });
}

export type AgentActivities = ReturnType<typeof createAgentActivities>;

/** What an agent's loop is told of a run of its node. */
export interface AgentPlan {
  nodeId: string;
  iteration: string;
  /** Ordinal of the run in its execution. */
  run: number;
  model: string;
  maxSteps: number;
  /** Its model may start sub-executions. */
  spawns?: true;
  /** How many steps its flow puts before and after its main loop; absent: it is no agent, and takes no steps. */
  queues?: { pre: number; post: number };
}
