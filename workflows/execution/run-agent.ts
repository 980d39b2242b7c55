import { CancellationScope, isCancellation, log } from '@temporalio/workflow';
import type { AgentPlan } from '../../protocol/activities/agent.js';
import { failureFacts } from '../read-failure-facts.js';
import { AgentLoop } from './agent-loop.js';
import type { ExecutionState } from './execution-state.js';
import type { RunSteps } from './run-steps.js';

/** Runs post steps also after a failure, but not after a cancellation. */
export async function runAgent(execution: ExecutionState, agent: AgentPlan): Promise<void> {
  const steps = execution.steps.open(agent);
  const loop = new AgentLoop(execution, { agent, steps });
  try {
    await runThrough(execution, steps, loop);
  } finally {
    await steps.close();
    execution.steps.close(steps);
  }
}

async function runThrough(execution: ExecutionState, steps: RunSteps, loop: AgentLoop): Promise<void> {
  try {
    await runMain(steps, loop);
  } catch (error) {
    execution.leavesWork = true;
    await steps.close();
    if (!isStopped(error)) await runPost(execution, steps, loop);
    throw error;
  }
  await runPost(execution, steps, loop);
}

/**
 * Awaits nothing before the first call if there are no pre steps: runs that begin together must keep their
 * order on replay.
 */
async function runMain(steps: RunSteps, loop: AgentLoop): Promise<void> {
  for (let place = steps.take('pre'); place; place = steps.take('pre')) {
    steps.running = place;
    await loop.perform(place);
  }
  const hasPrepared = steps.running !== null;
  steps.running = { queue: 'todo', ordinal: 0 };
  await loop.answer(hasPrepared ? steps.running : undefined);
  for (;;) {
    const place = await steps.takeTodo();
    if (!place) return;
    steps.running = place;
    await loop.perform(place);
  }
}

async function runPost(execution: ExecutionState, steps: RunSteps, loop: AgentLoop): Promise<void> {
  for (let place = steps.take('post'); place; place = steps.take('post')) {
    steps.running = place;
    try {
      await loop.perform(place);
    } catch (error) {
      execution.leavesWork = true;
      if (isStopped(error)) throw error;
      const { type, message } = failureFacts(error);
      log.warn('A step after the main loop failed', {
        nodeId: steps.nodeId,
        ordinal: place.ordinal,
        type,
        message,
      });
    }
  }
}

function isStopped(error: unknown): boolean {
  return (
    CancellationScope.current().consideredCancelled ||
    isCancellation(error) ||
    failureFacts(error).type === 'Execution.Ended'
  );
}
