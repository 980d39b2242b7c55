import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { AgentActivities, AgentPlan } from '../../activities/agent/index.js';
import { mapBounded } from '../map-bounded.js';
import { showProgress } from './show-progress.js';

const { trimContext } = proxyLocalActivities<AgentActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});
/** Tools of one step that run at once. */
const MAX_PARALLEL_TOOLS = 16;

/** Which step's message is the answer, and whether the agent was stopped before it had one. */
export interface AgentAnswer {
  answerStep: number;
  isStepLimit: boolean;
}

/**
 * The agent's loop: plan a context, call the model, run the tools it asks for, until it answers without any
 * or its steps are used up. A context that the provider finds too long is planned once more, harder.
 */
export async function runAgent({
  nodeId,
  model,
  maxSteps,
  heartbeatTimeoutMs,
}: AgentPlan): Promise<AgentAnswer> {
  // Attempts also count worker restarts; failures of the model itself are counted in the call's row.
  const { callModel, runTool } = proxyActivities<AgentActivities>({
    startToCloseTimeout: '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  });
  // Steps number the model calls of an execution; a context planned again is a call of its own.
  let step = 0;
  for (let round = 1; ; round += 1) {
    const isLast = round >= maxSteps;
    const call = await callFitting({ isLast });
    if (call.tools.length === 0 || isLast)
      return { answerStep: step, isStepLimit: isLast && call.tools.length > 0 };
    showProgress({ phase: 'tools', step, tools: call.tools });
    await mapBounded(call.tools, MAX_PARALLEL_TOOLS, (name, index) =>
      runTool.executeWithOptions({ summary: `tool ${name}`.slice(0, 100) }, [{ step, ordinal: index + 1 }]),
    );
  }

  async function callFitting({ isLast }: { isLast: boolean }): Promise<{ tools: readonly string[] }> {
    try {
      return await callOnce({ isLast, isHarder: false });
    } catch (error) {
      if (!isContextOverflow(error)) throw error;
      return await callOnce({ isLast, isHarder: true });
    }
  }

  async function callOnce(how: {
    isLast: boolean;
    isHarder: boolean;
  }): Promise<{ tools: readonly string[] }> {
    step += 1;
    const { tokens } = await trimContext.executeWithOptions({ summary: `context of step ${step}` }, [
      { step, nodeId, withoutTools: how.isLast, isHarder: how.isHarder },
    ]);
    showProgress({ phase: 'model', step, model, tokens });
    return callModel.executeWithOptions({ summary: `${model} · step ${step}`.slice(0, 100) }, [{ step }]);
  }
}

function isContextOverflow(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === 'Model.ContextOverflow'
  );
}
