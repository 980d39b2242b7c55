import { CancellationScope, isCancellation, log } from '@temporalio/workflow';
import type { AgentPlan } from '../../protocol/activities/agent.js';
import { failureFacts } from '../failure-facts.js';
import { AgentLoop } from './agent-loop.js';
import type { ExecutionState } from './execution-state.js';
import type { RunSteps } from './run-steps.js';

/**
 * Runs a node that calls a model. An agent's queues drive its run: the steps of `pre` one after another, then the main
 * loop, with the run's own question and whatever is pushed meanwhile, then those of `post`. The answer to the question
 * is the node's. Post steps run after a failure, too, which is thrown then; one that fails is logged and changes
 * nothing. After a cancel, or once somebody else has settled the execution, nothing runs any more. Pushed steps that
 * still wait when the main loop fails or is cancelled are dropped.
 */
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
    // No call follows that would take what ran last into the trajectory.
    execution.leavesWork = true;
    await steps.close();
    if (!isStopped(error)) await runPost(execution, steps, loop);
    throw error;
  }
  await runPost(execution, steps, loop);
}

/** Without steps before it the question is begun at once: nodes that begin together keep their order on replay. */
async function runMain(steps: RunSteps, loop: AgentLoop): Promise<void> {
  for (let place = steps.take('pre'); place !== undefined; place = steps.take('pre')) {
    steps.running = place;
    await loop.perform(place);
  }
  const hasPrepared = steps.running !== null;
  steps.running = { queue: 'todo', ordinal: 0 };
  // Without anything before it the question needs no mark: nothing is written down for it.
  await loop.answer(hasPrepared ? steps.running : undefined);
  for (;;) {
    const place = await steps.takeTodo();
    if (place === undefined) return;
    steps.running = place;
    await loop.perform(place);
  }
}

async function runPost(execution: ExecutionState, steps: RunSteps, loop: AgentLoop): Promise<void> {
  for (let place = steps.take('post'); place !== undefined; place = steps.take('post')) {
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

/** The execution is cancelled or was settled by somebody else, or what is around the agent stops. */
function isStopped(error: unknown): boolean {
  return (
    CancellationScope.current().consideredCancelled ||
    isCancellation(error) ||
    failureFacts(error).type === 'Execution.Ended'
  );
}
