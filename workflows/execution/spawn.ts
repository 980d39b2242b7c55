import { CancellationScope, condition, workflowInfo } from '@temporalio/workflow';
import type { AgentPlan } from '../../protocol/activities/agent.js';
import type { NodeActivities } from '../../protocol/activities/nodes.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import { MAX_PARALLEL_CHILDREN, SPAWN_DEADLINE_MS } from '../../protocol/limits.js';
import { mapBounded } from '../map-bounded.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { fitSummary } from '../../protocol/summary-text.js';
import type { ExecutionState } from './execution-state.js';
import { runChild } from './run-child.js';
import { forgetDeadline, waitUntil } from './wait-until.js';
import { SETTLE_OPTIONS, STEP_OPTIONS } from '../activity-options.js';
import { localActivities } from '../local-activities.js';

export const SPAWN = 'spawn';

const { prepareSpawn } = localActivities<NodeActivities>(STEP_OPTIONS);
const { settleChild, settleSpawn } = localActivities<NodeActivities>(SETTLE_OPTIONS);

export interface SpawnedCall {
  step: number;
  ordinal: number;
  first: number;
  user: string;
  flows: readonly string[];
  deadlineMs?: number;
}

interface FailedChild {
  ordinal: number;
  failure: FailureFacts;
}

export class Spawner {
  private next = 1;

  constructor(
    private readonly execution: ExecutionState,
    private readonly agent: AgentPlan,
  ) {}

  /** Prepares one call after another, so that each gets consecutive ordinals. */
  async prepare({
    step,
    tools,
  }: {
    step: number;
    tools: readonly string[];
  }): Promise<ReadonlyMap<number, SpawnedCall>> {
    const calls = new Map<number, SpawnedCall>();
    if (!this.agent.spawns) return calls;
    for (const [index, name] of tools.entries()) {
      if (name !== SPAWN) continue;
      const ordinal = index + 1;
      const first = this.next;
      const { flows, user, deadlineMs } = await prepareSpawn.executeWithOptions(
        { summary: `${this.agent.nodeId} · plan tasks` },
        [{ step, ordinal, first }],
      );
      if (flows.length > 0) calls.set(ordinal, { step, ordinal, first, user, flows, deadlineMs });
      this.next += flows.length;
    }
    return calls;
  }

  async run(call: SpawnedCall): Promise<void> {
    const children = new SpawnedChildren(this.execution, this.agent, call);
    const isLate = await children.run();
    const { step, ordinal, first, flows } = call;
    const { failures } = children;
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
    const summary = fitSummary(`${this.agent.nodeId} · results of ${flows.length} tasks${failed}`);
    await settleSpawn.executeWithOptions({ summary }, [
      { step, ordinal, first, total: flows.length, failures, isLate: isLate || undefined },
    ]);
  }
}

class SpawnedChildren {
  private readonly failed: FailedChild[] = [];
  private readonly scope = new CancellationScope();
  private isDone = false;
  private hasBegun = false;
  private open = 0;

  constructor(
    private readonly execution: ExecutionState,
    private readonly agent: AgentPlan,
    private readonly call: SpawnedCall,
  ) {}

  get failures(): readonly FailedChild[] {
    return this.failed.sort((one, other) => one.ordinal - other.ordinal);
  }

  async run(): Promise<boolean> {
    const work = this.runAll();
    const { step, ordinal } = this.call;
    const { nodeId, iteration } = this.agent;
    const waits = { nodeId: `${nodeId}/${step}.${ordinal}`, iteration };
    let isLate = false;
    try {
      // The deadline excludes waiting for the first child.
      if (!this.hasBegun) await condition(() => this.hasBegun || this.isDone);
      await waitUntil(this.execution, waits, {
        ms: this.call.deadlineMs ?? SPAWN_DEADLINE_MS,
        summary: `deadline of the tasks of ${nodeId}`,
        isOver: () => this.isDone,
      });
    } finally {
      // Wait until the last child has stopped.
      isLate = !this.isDone;
      if (isLate) this.scope.cancel();
      await CancellationScope.nonCancellable(() => condition(() => this.isDone && this.open === 0));
      await work;
      forgetDeadline(this.execution, waits);
    }
    return isLate;
  }

  private runAll(): Promise<unknown> {
    return this.scope
      .run(() =>
        mapBounded(this.call.flows, MAX_PARALLEL_CHILDREN, (flow, index) =>
          this.runOne(flow, this.call.first + index),
        ),
      )
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => (this.isDone = true));
  }

  private async runOne(flow: string, ordinal: number): Promise<void> {
    const { nodeId, iteration } = this.agent;
    const { user } = this.call;
    const executionId = subExecutionWorkflowId(workflowInfo().workflowId, { nodeId, iteration, ordinal });
    const { children } = this.execution;
    await children.take();
    this.hasBegun = true;
    this.open += 1;
    const failure = await runChild(this.execution, { executionId, flow, user, nodeId }).finally(() => {
      this.open -= 1;
      children.release();
    });
    if (!failure) return;
    this.failed.push({ ordinal, failure });
    // A child that was ended from outside did not finish its row. Does so now, because the other children may
    // run for minutes.
    if (wasEndedFromOutside(failure))
      await CancellationScope.nonCancellable(() =>
        settleChild.executeWithOptions({ summary: fitSummary(`${nodeId} · finish ${executionId}`) }, [
          { executionId, failure },
        ]),
      );
  }
}

function wasEndedFromOutside({ type }: FailureFacts): boolean {
  return type === 'Terminated' || type === 'TimedOut';
}
