import { setHandler } from '@temporalio/workflow';
import type { AgentPlan } from '../../protocol/activities/agent.js';
import { MAX_STEP_CHARACTERS, STEP_TIMES } from '../../protocol/queued-steps.js';
import { type PushStepInput } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import { refuseUnreadable } from '../refuse-unreadable.js';
import { placeKey } from './run-place.js';
import { RunSteps } from './run-steps.js';
import { pushStepUpdate, queuesQuery } from '../definitions.js';

export interface StepRegistry {
  open(agent: AgentPlan): RunSteps;
  close(steps: RunSteps): void;
}

export function openStepRegistry(): StepRegistry {
  const runs = new Map<string, RunSteps>();

  setHandler(pushStepUpdate, (input) => findRun(runs, input).push(input), {
    validator: (input) => void findRun(runs, input),
    description: 'Sends a message to a running agent: with its next model call, or after its answer',
  });
  setHandler(queuesQuery, () => [...runs.values()].map((steps) => steps.sizes()), {
    description: 'Returns the running agents with the messages that wait in their queues',
  });

  return {
    open(agent) {
      const steps = new RunSteps(agent);
      if (agent.queues) runs.set(placeKey(agent), steps);
      return steps;
    },
    close: (steps) => void runs.delete(placeKey(steps)),
  };
}

function findRun(runs: ReadonlyMap<string, RunSteps>, input: PushStepInput | undefined): RunSteps {
  refuseUnreadable(input);
  const problem = inputProblem(input);
  if (problem) throw refusal('Execution.InvalidStep', problem);
  const asked = [...runs.values()].filter(
    ({ nodeId, iteration }) =>
      (input?.nodeId === undefined || input.nodeId === nodeId) &&
      (input?.iteration === undefined || input.iteration === iteration),
  );
  const open = asked.filter(({ isOpen }) => isOpen);
  const [only] = open;
  if (!only) throw refusal('Execution.NotRunning', whyNone(asked, input));
  if (open.length > 1)
    throw refusal(
      'Execution.SeveralRunning',
      `Several agents are running: name one of ${open.map(inWords).join(', ')}`,
    );
  return only;
}

function whyNone([over]: readonly RunSteps[], input: PushStepInput | undefined): string {
  if (over) return `Node '${over.nodeId}' accepts no more steps, because its main loop has ended`;
  if (input?.nodeId === undefined) return 'No agent is running in this execution';
  return `Node '${input.nodeId.slice(0, 64)}' is not a running agent`;
}

function inWords({ nodeId, iteration }: RunSteps): string {
  return `'${nodeId}'${iteration === '' ? '' : ` (iteration '${iteration}')`}`;
}

function inputProblem(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null)
    return 'A step must be an object like {"text":"Check the sums"}';
  const { text, nodeId, iteration, when } = input as Record<string, unknown>;
  if (typeof text !== 'string') return 'The text of a step must be a string';
  if (text.replaceAll('\u0000', '').trim() === '') return 'The text of a step is empty';
  if (text.length > MAX_STEP_CHARACTERS)
    return `The step has ${text.length} characters; at most ${MAX_STEP_CHARACTERS} are accepted`;
  if (when !== undefined && !STEP_TIMES.some((time) => time === when))
    return `'when' must be one of ${STEP_TIMES.join(', ')}`;
  for (const [name, value] of Object.entries({ nodeId, iteration }))
    if (value !== undefined && typeof value !== 'string') return `'${name}' must be a string`;
  return undefined;
}
