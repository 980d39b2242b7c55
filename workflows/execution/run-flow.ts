import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  isCancellation,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { FlowPlan, NodePlan, FailedNode, RunPlan } from '../../protocol/activities/execution.js';
import { advance } from '../../flow/scheduler/advance.js';
import { stopsOthers } from '../../flow/scheduler/schedule-graph.js';
import { isFailureHandled } from '../../flow/scheduler/is-failure-handled.js';
import type { LoopClose } from '../../flow/scheduler/loop-close.js';
import type { NodeRun } from '../../flow/scheduler/node-run.js';
import { runningNodes } from '../../flow/scheduler/running-nodes.js';
import type { ScheduleEvent } from '../../flow/scheduler/schedule-event.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import type { ScheduleStep } from '../../flow/scheduler/schedule-step.js';
import { startSchedule } from '../../flow/scheduler/start-schedule.js';
import { failureFacts } from '../read-failure-facts.js';
import { isHistoryFull, isHistoryLong } from '../is-history-full.js';
import type { CarriedExecution } from '../../protocol/messages.js';
import type { ExecutionState } from './execution-state.js';
import { hasChild, isOneActivity, onlyWaits } from './node-work.js';
import { closeLoop, performNode, storeFailure, type NodeOutcome } from './perform-node.js';
import { placeKey } from './run-place.js';
import { parseTurnWorkflowId } from '../../protocol/parse-workflow-id.js';
import { joinFailurePath } from '../../protocol/failure-path.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { isTrigger } from '../../flow/kinds/traits.js';

export type FlowEnd =
  | { kind: 'completed' }
  | { kind: 'refused'; nodeId: string; outcome: 'cancelled' | 'expired' }
  | { kind: 'rollover'; carried: CarriedExecution };

/** Nodes that only wait do not count. */
const MAX_PARALLEL_NODES = 32;
/** If a Workflow Task times out, all its local Activities run again, so limits their number. */
const MAX_QUICK_RUNS = 50;

type Work = { kind: 'start'; run: NodeRun } | { kind: 'close'; loop: LoopClose };

export async function runFlow(
  plan: FlowPlan & Pick<RunPlan, 'schedule'>,
  {
    execution,
    carried,
    onFailed,
  }: {
    execution: ExecutionState;
    carried: CarriedExecution | undefined;
    onFailed: (node: FailedNode) => void;
  },
): Promise<FlowEnd> {
  const scope = new CancellationScope();
  const walk = new Walk(plan, { execution, onFailed, scope });
  try {
    return await scope.run(() => walk.run(carried));
  } catch (error) {
    scope.cancel();
    await CancellationScope.nonCancellable(() => walk.stopped());
    throw error;
  }
}

interface WalkInput {
  execution: ExecutionState;
  onFailed: (node: FailedNode) => void;
  scope: CancellationScope;
}

class Walk {
  private readonly nodes: ReadonlyMap<string, NodePlan>;
  private readonly waiting: Work[] = [];
  private readonly settled: { run: NodeRun; outcome: NodeOutcome }[] = [];
  private readonly performing = new Set<Promise<void>>();
  private readonly itemScopes = new Map<number, CancellationScope>();
  private busy = 0;
  private children = 0;
  /** How many run now. `begunQuick` counts those begun since the last pause. */
  private quick = 0;
  private begunQuick = 0;
  private isPausing = false;
  private schedule: ScheduleState | undefined;
  private readonly failures = new Map<string, FailureFacts>();

  private readonly mayStopItems: boolean;
  private readonly execution: ExecutionState;
  private readonly onFailed: (node: FailedNode) => void;
  private readonly scope: CancellationScope;

  constructor(
    private readonly plan: FlowPlan & Pick<RunPlan, 'schedule'>,
    { execution, onFailed, scope }: WalkInput,
  ) {
    this.execution = execution;
    this.onFailed = onFailed;
    this.scope = scope;
    this.mayStopItems = plan.nodes.some(({ loop }) => stopsOthers(loop));
    this.nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  }

  async run(carried: CarriedExecution | undefined): Promise<FlowEnd> {
    const schedule = carried?.schedule ?? this.plan.schedule;
    this.take(schedule === undefined ? startSchedule(this.plan, this.plan.trigger) : resume(schedule));
    for (;;) {
      this.begin();
      if (this.settled.length === 0) {
        if (this.performing.size === 0 && this.waiting.length === 0) return { kind: 'completed' };
        if (this.mayRollOver()) return { kind: 'rollover', carried: this.carry() };
        await condition(() => this.settled.length > 0 || this.mayRollOver() || this.findNext() >= 0);
        continue;
      }
      for (const { run, outcome } of this.settled.splice(0)) {
        const end = this.settle(run, outcome);
        if (end) return await this.endEarly(end);
      }
    }
  }

  async stopped(): Promise<void> {
    while (this.performing.size > 0) await Promise.allSettled(this.performing);
  }

  private take({ state, start, stop, close }: ScheduleStep): void {
    this.schedule = state;
    this.execution.showSchedule(state);
    for (const run of stop) this.stop(run);
    for (const run of start) this.waiting.push({ kind: 'start', run });
    for (const loop of close) this.waiting.push({ kind: 'close', loop });
  }

  private stop(run: NodeRun): void {
    const index = this.waiting.findIndex((work) => work.kind === 'start' && work.run.run === run.run);
    if (index < 0) {
      this.itemScopes.get(run.run)?.cancel();
      this.execution.questions.close(run);
      // A canceled run cannot report whether work remains, so assumes it.
      this.execution.leavesWork = true;
      return;
    }
    this.waiting.splice(index, 1);
    this.settled.push({ run, outcome: { kind: 'failed', error: new CancelledFailure('Its loop failed') } });
  }

  private begin(): void {
    for (let next = this.findNext(); next >= 0; next = this.findNext())
      for (const work of this.waiting.splice(next, 1)) this.perform(work);
    if (this.begunQuick >= MAX_QUICK_RUNS && this.quick === 0 && this.waiting.length > 0) this.pause();
  }

  private findNext(): number {
    if (this.busy >= MAX_PARALLEL_NODES || this.begunQuick >= MAX_QUICK_RUNS) return -1;
    if (!isHistoryFull()) return this.waiting.length > 0 ? 0 : -1;
    return this.isHeldUp() ? this.waiting.findIndex((work) => !hasChild(this.nodeOf(work))) : -1;
  }

  /** True while sub-executions run, which Continue-As-New would end, unless the history is already long. */
  private isHeldUp(): boolean {
    return this.children > 0 && !isHistoryLong();
  }

  /** A timer ends the Workflow Task, which records completed local Activities. */
  private pause(): void {
    if (this.isPausing || (isHistoryFull() && !this.isHeldUp())) return;
    this.isPausing = true;
    sleep(1, { summary: 'a pause to record completed work' }).then(
      () => {
        this.isPausing = false;
        this.begunQuick = 0;
      },
      () => undefined,
    );
  }

  private perform(work: Work): void {
    const run = toRun(work);
    const node = this.nodeOf(work);
    const isParent = hasChild(node);
    const takesPlace = !onlyWaits(node);
    const isQuick = takesPlace && isOneActivity(node);
    if (takesPlace) this.busy += 1;
    if (isParent) this.children += 1;
    if (isQuick) {
      this.quick += 1;
      this.begunQuick += 1;
    }
    const done = this.work(node, work).then((outcome) => {
      if (takesPlace) this.busy -= 1;
      if (isParent) this.children -= 1;
      if (isQuick) this.quick -= 1;
      this.performing.delete(done);
      this.settled.push({ run, outcome });
    });
    this.performing.add(done);
  }

  private work(node: NodePlan, work: Work): Promise<NodeOutcome> {
    const { run, iteration } = toRun(work);
    if (iteration === '' || !this.mayStopItems) return this.outcomeOf(node, work);
    const scope = new CancellationScope();
    this.itemScopes.set(run, scope);
    return scope.run(() => this.outcomeOf(node, work)).finally(() => this.itemScopes.delete(run));
  }

  private nodeOf(work: Work): NodePlan {
    const { nodeId } = toRun(work);
    const node = this.nodes.get(nodeId);
    if (!node) throw new Error(`The flow has no node '${nodeId}'`);
    return node;
  }

  /** Never throws. Stores a failure before the next node runs. */
  private async outcomeOf(node: NodePlan, work: Work): Promise<NodeOutcome> {
    const run = toRun(work);
    try {
      return work.kind === 'start'
        ? await performNode(this.execution, { node, run, loops: this.nodes })
        : await closeLoop(this.execution, { loop: work.loop, failure: this.failureOf(work.loop) });
    } catch (error) {
      if (this.scope.consideredCancelled && isCancellation(error)) return { kind: 'failed', error };
      const facts = failureFacts(error);
      this.failures.set(placeKey(run), facts);
      if (!isFailureHandled(this.plan, run)) return { kind: 'failed', error };
      this.execution.questions.close(run);
      try {
        await storeFailure({ run, facts });
        return { kind: 'failed', error };
      } catch (storing) {
        return { kind: 'failed', error: storing };
      }
    }
  }

  private failureOf(loop: LoopClose): FailureFacts | undefined {
    if (!loop.isFailed) return undefined;
    const { failedNodeId: nodeId, failedIteration: iteration } = loop;
    const known = this.failures.get(placeKey({ nodeId, iteration }));
    const message = `Item ${iteration}: node '${nodeId}' failed${known ? `: ${known.message}` : ''}`;
    return { isCancelled: false, type: known?.type ?? 'Node.Failed', message };
  }

  private settle(
    run: NodeRun,
    outcome: NodeOutcome,
  ): FlowEnd | { kind: 'failed'; error: unknown } | undefined {
    if (outcome.kind === 'refused') return { ...outcome, nodeId: run.nodeId };
    const { nodeId, iteration } = run;
    const event: ScheduleEvent =
      outcome.kind === 'failed' ? { kind: 'failed', nodeId, iteration } : { ...outcome, nodeId, iteration };
    if (!this.schedule) throw new Error('The schedule was not started');
    const step = advance({ graph: this.plan, state: this.schedule, event });
    this.take(step);
    if (step.ended?.status !== 'failed' || outcome.kind !== 'failed') return undefined;
    this.onFailed({ nodeId, iteration, run: run.run, kind: this.nodes.get(nodeId)?.kind ?? '' });
    return { kind: 'failed', error: this.named(run, outcome.error) };
  }

  private named({ nodeId, iteration }: NodeRun, error: unknown): unknown {
    const working = this.plan.nodes.filter(({ kind }) => !isTrigger(kind));
    if (isCancellation(error)) return error;
    const { type, message } = failureFacts(error);
    const isInChain = isSubExecution() || message.startsWith("Flow '");
    if (working.length < 2 && !isInChain) return error;
    return ApplicationFailure.create({
      type,
      message: joinFailurePath(`Node '${nodeId}'`, message),
      nonRetryable: true,
      details: [{ nodeId, iteration: iteration === '' ? undefined : iteration }],
      cause: error instanceof Error ? error : undefined,
    });
  }

  private async endEarly(end: FlowEnd | { kind: 'failed'; error: unknown }): Promise<FlowEnd> {
    CancellationScope.current().cancel();
    await CancellationScope.nonCancellable(() => this.stopped());
    if (end.kind === 'failed') throw end.error;
    return end;
  }

  /** All running nodes wait for a person or a time. */
  private mayRollOver(): boolean {
    return (
      isHistoryFull() &&
      this.busy === 0 &&
      !this.isStopping() &&
      this.settled.length === 0 &&
      allHandlersFinished()
    );
  }

  /**
   * While an item is being canceled, the run must not continue as new: the next run would resume its wait.
   */
  private isStopping(): boolean {
    return [...this.itemScopes.values()].some(({ consideredCancelled }) => consideredCancelled);
  }

  private carry(): CarriedExecution {
    const { deadlines, questions, leavesWork } = this.execution;
    const open = questions.listOpen();
    return {
      schedule: this.schedule,
      deadlines: [...deadlines],
      questions: open.length === 0 ? undefined : open,
      leavesWork: leavesWork || undefined,
    };
  }
}

function toRun(work: Work): NodeRun | LoopClose {
  return work.kind === 'start' ? work.run : work.loop;
}

function resume(schedule: unknown): ScheduleStep {
  // Unchecked, because only our own run or Activity writes a schedule.
  const state = schedule as ScheduleState;
  const running = runningNodes(state);
  return {
    state,
    stop: [],
    start: running.flatMap((run) => (run.kind === 'started' ? [run] : [])),
    close: running.flatMap((run) => (run.kind === 'closing' ? [run] : [])),
  };
}

function isSubExecution(): boolean {
  const { parent, workflowId } = workflowInfo();
  return parent !== undefined && !parseTurnWorkflowId(workflowId);
}
