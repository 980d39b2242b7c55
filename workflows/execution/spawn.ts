import { CancellationScope, condition, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { AgentPlan } from '../../protocol/activities/agent.js';
import type { NodeActivities } from '../../protocol/activities/nodes.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import { MAX_PARALLEL_CHILDREN, SPAWN_DEADLINE_MS } from '../../protocol/limits.js';
import { mapBounded } from '../map-bounded.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { summaryOf } from '../summary.js';
import type { ExecutionState } from './execution-state.js';
import { runChild } from './run-child.js';
import { forgetDeadline, waitUntil } from './wait-until.js';

/** The tool by which an agent starts sub-executions. */
export const SPAWN = 'spawn';

const { prepareSpawn, settleChild, settleSpawn } = proxyLocalActivities<NodeActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});

/** One call of the tool whose sub-executions are stored. */
export interface SpawnedCall {
  step: number;
  ordinal: number;
  /** Ordinal of its first sub-execution. */
  first: number;
  user: string;
  /** By sub-execution. */
  flows: readonly string[];
}

/** Runs what one agent's `spawn` calls ask for. */
export interface Spawner {
  /** Stores the sub-executions of a step's calls, one call after another, so that their numbers follow. */
  prepare(input: { step: number; tools: readonly string[] }): Promise<ReadonlyMap<number, SpawnedCall>>;
  /** Runs a call's sub-executions and stores its result; without one it was refused, and that is stored. */
  run(call: SpawnedCall | undefined): Promise<void>;
}

/** Makes the spawner of one run of an agent. */
export function createSpawner(execution: ExecutionState, agent: AgentPlan): Spawner {
  const { nodeId, iteration } = agent;
  let next = 1;
  return {
    async prepare({ step, tools }) {
      const calls = new Map<number, SpawnedCall>();
      if (!agent.spawns) return calls;
      for (const [index, name] of tools.entries()) {
        if (name !== SPAWN) continue;
        const ordinal = index + 1;
        const { flows, user } = await prepareSpawn.executeWithOptions({ summary: `${nodeId} · plan tasks` }, [
          { step, ordinal, first: next },
        ]);
        if (flows.length > 0) calls.set(ordinal, { step, ordinal, first: next, user, flows });
        next += flows.length;
      }
      return calls;
    },
    async run(call) {
      if (call === undefined) return;
      const { failures, isLate } = await runChildren(call);
      const { step, ordinal, first, flows } = call;
      await settleSpawn.executeWithOptions(
        { summary: summaryOf(`${nodeId} · results of ${flows.length} tasks`) },
        [{ step, ordinal, first, total: flows.length, failures, ...(isLate && { isLate }) }],
      );
    },
  };

  async function runChildren({ first, flows, user, step, ordinal }: SpawnedCall): Promise<{
    failures: { ordinal: number; failure: FailureFacts }[];
    isLate: boolean;
  }> {
    const failures: { ordinal: number; failure: FailureFacts }[] = [];
    const scope = new CancellationScope();
    let isDone = false;
    let open = 0;
    const work = scope
      .run(() =>
        mapBounded(flows, MAX_PARALLEL_CHILDREN, async (flow, index) => {
          const executionId = subExecutionWorkflowId(workflowInfo().workflowId, {
            ...{ nodeId, iteration },
            ordinal: first + index,
          });
          open += 1;
          const failure = await runChild(execution, { executionId, flow, user, nodeId }).finally(
            () => (open -= 1),
          );
          if (failure === undefined) return;
          failures.push({ ordinal: first + index, failure });
          // The others may run for minutes yet.
          if (wasEndedFromOutside(failure))
            await CancellationScope.nonCancellable(() =>
              settleChild.executeWithOptions({ summary: summaryOf(`${nodeId} · finish ${executionId}`) }, [
                { executionId, failure },
              ]),
            );
        }),
      )
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => (isDone = true));
    const waits = { nodeId: `${nodeId}/${step}.${ordinal}`, iteration };
    let isLate = false;
    try {
      await waitUntil(execution, waits, {
        ms: SPAWN_DEADLINE_MS,
        summary: `deadline of the tasks of ${nodeId}`,
        isOver: () => isDone,
      });
    } finally {
      // Late, or cancelled from outside: nothing goes on before the last of them has stopped.
      isLate = !isDone;
      if (isLate) scope.cancel();
      await CancellationScope.nonCancellable(() => condition(() => isDone && open === 0));
      await work;
      forgetDeadline(execution, waits);
    }
    return { failures: failures.sort((one, other) => one.ordinal - other.ordinal), isLate };
  }
}

/** Its Workflow could not finish its own rows. */
function wasEndedFromOutside({ type }: FailureFacts): boolean {
  return type === 'Terminated' || type === 'TimedOut';
}
