import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { AgentActivities, AgentPlan } from '../../activities/agent/index.js';
import type { TrimContextResult } from '../../activities/agent/trim-context.js';
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
  const { callModel, compactContext, runTool } = proxyActivities<AgentActivities>({
    startToCloseTimeout: '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  });
  // Steps number the model calls of an execution; a context planned again is a call of its own.
  let step = 0;
  for (let round = 1; ; round += 1) {
    const call = await callFitting({ isLast: round >= maxSteps });
    if (call.tools.length === 0 || call.isLast)
      return { answerStep: step, isStepLimit: call.tools.length > 0 };
    showProgress({ phase: 'tools', step, tools: call.tools });
    await mapBounded(call.tools, MAX_PARALLEL_TOOLS, (name, index) =>
      runTool.executeWithOptions({ summary: `tool ${name}`.slice(0, 100) }, [{ step, ordinal: index + 1 }]),
    );
  }

  async function callFitting({ isLast }: { isLast: boolean }): Promise<MadeCall> {
    try {
      return await callOnce({ isLast, isHarder: false });
    } catch (error) {
      if (!isContextOverflow(error)) throw error;
      return await callOnce({ isLast, isHarder: true });
    }
  }

  async function callOnce(how: { isLast: boolean; isHarder: boolean }): Promise<MadeCall> {
    const plan = await planCall(how);
    showProgress({ phase: 'model', step, model, tokens: plan.tokens });
    const { tools } = await callModel.executeWithOptions(
      { summary: `${model} · step ${step}`.slice(0, 100) },
      [{ step }],
    );
    return { tools, isLast: how.isLast || plan.isForced === true };
  }

  /** A history that is due for it is summarized first; whatever comes of that, the call is planned then. */
  async function planCall(how: { isLast: boolean; isHarder: boolean }): Promise<TrimContextResult> {
    step += 1;
    const plan = await trim({ ...how, mayCompact: !how.isHarder });
    if (plan.verdict !== 'compact') return plan;
    showProgress({ phase: 'compacting', step, tokens: plan.tokens });
    const { steps } = await compactContext.executeWithOptions(
      { summary: `compact the history · step ${step}` },
      [{ step, nodeId }],
    );
    step += steps;
    return trim({ ...how, mayCompact: false });
  }

  function trim(how: {
    isLast: boolean;
    isHarder: boolean;
    mayCompact: boolean;
  }): Promise<TrimContextResult> {
    return trimContext.executeWithOptions({ summary: `context of step ${step}` }, [
      { step, nodeId, withoutTools: how.isLast, isHarder: how.isHarder, mayCompact: how.mayCompact },
    ]);
  }
}

/** A model call that was made. */
interface MadeCall {
  tools: readonly string[];
  /** Nothing comes after it: the steps are used up, or the loop guards have had enough. */
  isLast: boolean;
}

function isContextOverflow(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === 'Model.ContextOverflow'
  );
}
