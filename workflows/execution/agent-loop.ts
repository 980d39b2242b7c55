import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { AgentActivities, AgentPlan, TrimContextResult } from '../../protocol/activities/agent.js';
import type { StepPlace } from '../../protocol/step-queues.js';
import { stepBase, stepInBlock } from '../../flow/execution/step-blocks.js';
import { isHistoryFull } from '../is-history-full.js';
import { mapBounded } from '../map-bounded.js';
import { summaryOf } from '../summary.js';
import type { ExecutionState } from './execution-state.js';
import { createSpawner, SPAWN } from './spawn.js';

const { trimContext, beginStep } = proxyLocalActivities<AgentActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});
/** Tools of one step that run at once. */
const MAX_PARALLEL_TOOLS = 16;

/** The loop of one run of an agent. */
export interface AgentLoop {
  /** Answers the run's question; `queued` where the queues have said something before it. */
  answer(queued?: StepPlace): Promise<void>;
  /** Does a step of the queues: a tool call, or an instruction as if it were the question. */
  perform(queued: StepPlace): Promise<void>;
  /** Returns when none of the tools that it began runs any more; to be awaited after a failure. */
  stopped(): Promise<void>;
}

/**
 * Makes the agent's loop: plan a context, call the model, run the tools it asks for, until it answers without any
 * or its steps are used up. A context that the provider finds too long is planned once more, harder. What it
 * answered is stored with the call that did. `maxSteps` holds for the question and for each instruction; once the
 * history is full, an instruction is answered by one call without tools, so that a run stays bounded whatever is pushed.
 */
export function createAgentLoop(execution: ExecutionState, agent: AgentPlan): AgentLoop {
  const { nodeId, iteration, model, maxSteps } = agent;
  // Attempts also count worker restarts; failures of the model itself are counted in the call's row.
  const { callModel, compactContext, runTool } = proxyActivities<AgentActivities>({
    startToCloseTimeout: '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: execution.heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  });
  const spawner = createSpawner(execution, agent);
  const at = { nodeId, ...(iteration !== '' && { iteration }) };
  // A context planned again is a call of its own, with a step of its own.
  let step = stepBase(agent.run);
  let queued: StepPlace | undefined;
  // Of the step that is at work.
  const running = new Set<Promise<void>>();
  return {
    async answer(place) {
      queued = place;
      if (queued !== undefined) await begin(queued);
      await loop();
    },
    async perform(place) {
      queued = place;
      const { tool } = await begin(queued);
      if (tool === undefined) return loop();
      // The step in which the call was placed.
      step += 1;
      note(`running \`${tool}\``);
      await runTools([tool]);
      // No call follows that would take it into the trajectory.
      if (place.queue === 'post') execution.leavesWork = true;
    },
    async stopped() {
      await Promise.allSettled(running);
    },
  };

  function begin(place: StepPlace) {
    const { queue, ordinal } = place;
    return beginStep.executeWithOptions({ summary: summaryOf(`${nodeId} · ${queue} step ${ordinal}`) }, [
      { queue, ordinal, step: step + 1, ...at },
    ]);
  }

  async function loop(): Promise<void> {
    const isQuestion = queued === undefined || isOwnQuestion(queued);
    for (let round = 1; ; round += 1) {
      const call = await callFitting({ isLast: round >= maxSteps || (!isQuestion && isHistoryFull()) });
      if (call.tools.length === 0 || call.isLast) return;
      note(`running ${call.tools.map((name) => `\`${name}\``).join(', ')}`);
      await runTools(call.tools);
    }
  }

  async function runTools(tools: readonly string[]): Promise<void> {
    const spawned = await spawner.prepare({ step, tools });
    running.clear();
    await mapBounded(tools, MAX_PARALLEL_TOOLS, (name, index) => {
      const done = runOne(name, index + 1);
      running.add(done);
      return done;
    });

    async function runOne(name: string, ordinal: number): Promise<void> {
      if (agent.spawns && name === SPAWN) return spawner.run(spawned.get(ordinal));
      await runTool.executeWithOptions({ summary: summaryOf(`tool ${name}`) }, [{ step, ordinal }]);
    }
  }

  async function callFitting({ isLast }: { isLast: boolean }): Promise<MadeCall> {
    let asksSummary = false;
    const onPlan = (plan: TrimContextResult): void => void (asksSummary = plan.asksSummary === true);
    try {
      return await callOnce({ isLast, isHarder: false }, onPlan);
    } catch (error) {
      if (isFailure(error, 'Model.ContextOverflow')) return await callOnce({ isLast, isHarder: true });
      // Some endpoints take no system message behind the others: then the summary is made after the turn.
      if (asksSummary && isFailure(error, 'Model.InvalidRequest'))
        return await callOnce({ isLast, isHarder: false, withoutSummary: true });
      throw error;
    }
  }

  async function callOnce(how: HowToCall, onPlan?: (plan: TrimContextResult) => void): Promise<MadeCall> {
    const plan = await planCall(how);
    onPlan?.(plan);
    note(`asking ${model} with ${plan.tokens} tokens of messages`);
    const isLast = how.isLast || plan.isForced === true;
    const { tools, leavesWork } = await callModel.executeWithOptions(
      { summary: summaryOf(`${nodeId} · ${model} · step ${stepInBlock(step)}`) },
      [{ step, ...(isLast && { isLast }), ...(isAside() && { isAside: true as const }) }],
    );
    if (leavesWork) execution.leavesWork = true;
    return { tools, isLast };
  }

  /** A history that is due for it is summarized first; whatever comes of that, the call is planned then. */
  async function planCall(how: HowToCall): Promise<TrimContextResult> {
    step += 1;
    const plan = await trim({ ...how, mayCompact: !how.isHarder });
    if (plan.verdict !== 'compact') return plan;
    note(`summarizing the history, ${plan.tokens} tokens of messages are near the window's end`);
    const { steps } = await compactContext.executeWithOptions(
      { summary: summaryOf(`${nodeId} · compact the history · step ${stepInBlock(step)}`) },
      [{ step, ...at, ...(queued && { queued }) }],
    );
    step += steps;
    return trim({ ...how, mayCompact: false });
  }

  function trim(how: HowToCall & { mayCompact: boolean }): Promise<TrimContextResult> {
    const { isLast: withoutTools, isHarder, mayCompact, withoutSummary } = how;
    return trimContext.executeWithOptions(
      { summary: summaryOf(`${nodeId} · context of step ${stepInBlock(step)}`) },
      [
        {
          ...{ step, ...at, withoutTools, isHarder, mayCompact },
          ...(withoutSummary && { withoutSummary }),
          ...(queued && { queued }),
        },
      ],
    );
  }

  /** What is said before and after the main loop is not what the node answers. */
  function isAside(): boolean {
    return queued !== undefined && queued.queue !== 'todo';
  }

  function note(words: string): void {
    const of =
      queued === undefined || isOwnQuestion(queued) ? '' : `${queued.queue} step ${queued.ordinal}, `;
    execution.board.note(agent, `${of}step ${stepInBlock(step)}, ${words}`);
  }
}

function isOwnQuestion({ queue, ordinal }: StepPlace): boolean {
  return queue === 'todo' && ordinal === 0;
}

/** A model call that was made. */
interface MadeCall {
  tools: readonly string[];
  /** Nothing comes after it: the steps are used up, or the loop guards have had enough. */
  isLast: boolean;
}

interface HowToCall {
  isLast: boolean;
  /** The provider found the last plan too long. */
  isHarder: boolean;
  /** The provider refused the last plan, which asked for a summary with the answer. */
  withoutSummary?: true;
}

function isFailure(error: unknown, type: string): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type
  );
}
