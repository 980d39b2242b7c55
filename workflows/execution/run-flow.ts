import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  isCancellation,
  sleep,
} from '@temporalio/workflow';
import type { FlowPlan, NodePlan, FailedNode } from '../../protocol/activities/execution.js';
import { advance } from '../../flow/scheduler/advance.js';
import { stopsOthers } from '../../flow/scheduler/graph.js';
import { isFailureHandled } from '../../flow/scheduler/is-failure-handled.js';
import type { LoopClose } from '../../flow/scheduler/loop-close.js';
import type { NodeRun } from '../../flow/scheduler/node-run.js';
import { runningNodes } from '../../flow/scheduler/running-nodes.js';
import type { ScheduleEvent } from '../../flow/scheduler/schedule-event.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import type { ScheduleStep } from '../../flow/scheduler/schedule-step.js';
import { startSchedule } from '../../flow/scheduler/start-schedule.js';
import { failureFacts } from '../failure-facts.js';
import { isHistoryFull, isHistoryLong } from '../is-history-full.js';
import type { CarriedExecution } from '../../protocol/messages.js';
import type { ExecutionState } from './execution-state.js';
import { hasChild, isOneActivity, onlyWaits } from './node-work.js';
import { closeLoop, performNode, storeFailure, type NodeOutcome } from './perform-node.js';
import { placeKey } from './run-place.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';

/** How a flow came out; `rollover`: it goes on in the next run, with what is carried there. */
export type FlowEnd =
  | { kind: 'completed' }
  /** A person did not agree, or did not answer in time. */
  | { kind: 'refused'; nodeId: string; outcome: 'cancelled' | 'expired' }
  | { kind: 'rollover'; carried: CarriedExecution };

/** Nodes at work at once; those that only wait do not count. */
const MAX_PARALLEL_NODES = 32;
/**
 * Runs of nodes that are one local activity each, before a Workflow Task is let go: what is in one is done again when
 * it times out, and it would hold a whole loop.
 */
const MAX_QUICK_RUNS = 50;

/** The next thing to do about a run: perform it, or close a loop. */
type Work = { kind: 'start'; run: NodeRun } | { kind: 'close'; loop: LoopClose };

/**
 * Walks a flow: performs what its schedule starts, and tells it what came of it, until nothing is left. Throws the
 * failure of a node that nothing handles, after everything else has stopped.
 */
export async function runFlow(
  plan: FlowPlan,
  {
    execution,
    carried,
    onFailed,
  }: {
    execution: ExecutionState;
    carried: CarriedExecution | undefined;
    /** Told of the run that the flow fails with. */
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
  /** The scope of the walk. */
  scope: CancellationScope;
}

/** One walk over a flow: the schedule, what waits to be begun, and what is at work. */
class Walk {
  private readonly nodes: ReadonlyMap<string, NodePlan>;
  private readonly waiting: Work[] = [];
  private readonly settled: { run: NodeRun; outcome: NodeOutcome }[] = [];
  private readonly performing = new Set<Promise<void>>();
  /** Of the runs at work in items, by ordinal, so that a loop that fails can cancel them. */
  private readonly itemScopes = new Map<number, CancellationScope>();
  /** Runs that hold one of the places. */
  private busy = 0;
  /** Of those the runs that may have a sub-execution at work. */
  private children = 0;
  /** The runs that are one local activity, and how many began since the last pause. */
  private quick = 0;
  private begunQuick = 0;
  private isPausing = false;
  private schedule: ScheduleState | undefined;
  /** Of items' nodes, for the loop that fails with them. */
  private readonly failures = new Map<string, FailureFacts>();

  private readonly mayStopItems: boolean;
  private readonly execution: ExecutionState;
  private readonly onFailed: (node: FailedNode) => void;
  private readonly scope: CancellationScope;

  constructor(
    private readonly plan: FlowPlan,
    { execution, onFailed, scope }: WalkInput,
  ) {
    this.execution = execution;
    this.onFailed = onFailed;
    this.scope = scope;
    this.mayStopItems = plan.nodes.some(({ loop }) => stopsOthers(loop));
    this.nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  }

  async run(carried: CarriedExecution | undefined): Promise<FlowEnd> {
    this.take(carried === undefined ? startSchedule(this.plan, this.plan.trigger) : resume(carried));
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
        if (end !== undefined) return await this.endEarly(end);
      }
    }
  }

  /** Waits until nothing is at work any more. */
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

  /** Ends a run whose loop has failed. One that has not begun never begins. */
  private stop(run: NodeRun): void {
    const index = this.waiting.findIndex((work) => work.kind === 'start' && work.run.run === run.run);
    if (index < 0) {
      this.itemScopes.get(run.run)?.cancel();
      this.execution.questions.close(run);
      // A canceled run does not report what it left.
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

  /** The index of what may begin now; -1: nothing may. */
  private findNext(): number {
    if (this.busy >= MAX_PARALLEL_NODES || this.begunQuick >= MAX_QUICK_RUNS) return -1;
    if (!isHistoryFull()) return this.waiting.length > 0 ? 0 : -1;
    return this.isHeldUp() ? this.waiting.findIndex((work) => !hasChild(this.nodeOf(work))) : -1;
  }

  /**
   * Whether Continue-As-New, which would end them, waits for sub-executions. They may wait for a person for days: what
   * is beside them goes on meanwhile, as long as the history has room, and no other sub-execution begins.
   */
  private isHeldUp(): boolean {
    return this.children > 0 && !isHistoryLong();
  }

  /** Ends the Workflow Task, so that what was done is recorded. */
  private pause(): void {
    if (this.isPausing || (isHistoryFull() && !this.isHeldUp())) return;
    this.isPausing = true;
    sleep(1, { summary: 'a pause, so that what was done is recorded' }).then(
      () => {
        this.isPausing = false;
        this.begunQuick = 0;
      },
      // A cancel, which the walk hears of itself.
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

  /** Works on a run; in an item of a loop that may stop it, in a scope of its own. */
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
    if (node === undefined) throw new Error(`The flow has no node '${nodeId}'`);
    return node;
  }

  /** Never throws: a failure is an outcome. One that the flow handles is stored before anything follows it. */
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
    const message = `Item ${iteration}: node '${nodeId}' failed${known === undefined ? '' : `: ${known.message}`}`;
    return { isCancelled: false, type: known?.type ?? 'Node.Failed', message };
  }

  /** Tells the schedule; returns how the flow ends, if it ends with this. */
  private settle(
    run: NodeRun,
    outcome: NodeOutcome,
  ): FlowEnd | { kind: 'failed'; error: unknown } | undefined {
    if (outcome.kind === 'refused') return { ...outcome, nodeId: run.nodeId };
    const { nodeId, iteration } = run;
    const event: ScheduleEvent =
      outcome.kind === 'failed' ? { kind: 'failed', nodeId, iteration } : { ...outcome, nodeId, iteration };
    if (this.schedule === undefined) throw new Error('The schedule was not started');
    const step = advance({ graph: this.plan, state: this.schedule, event });
    this.take(step);
    if (step.ended?.status !== 'failed' || outcome.kind !== 'failed') return undefined;
    this.onFailed({ nodeId, iteration, run: run.run, kind: this.nodes.get(nodeId)?.kind ?? '' });
    return { kind: 'failed', error: this.named(run, outcome.error) };
  }

  /** In a flow of several nodes a failure says which one it is of. */
  private named({ nodeId, iteration }: NodeRun, error: unknown): unknown {
    const working = this.plan.nodes.filter(({ kind }) => kind !== 'chat' && kind !== 'manual');
    if (working.length < 2 || isCancellation(error)) return error;
    const { type, message } = failureFacts(error);
    return ApplicationFailure.create({
      type,
      message: `Node '${nodeId}' failed: ${message}`,
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

  /** Nothing is at work but what waits for a person or a time, and no caller is still to be answered. */
  private mayRollOver(): boolean {
    return (
      isHistoryFull() &&
      this.busy === 0 &&
      !this.isStopping() &&
      this.settled.length === 0 &&
      allHandlersFinished()
    );
  }

  /** Whether a run is being stopped: the next run would take up what it waits for again. */
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

/** A schedule of an earlier run, with what is still to be done of it. */
function resume(carried: CarriedExecution): ScheduleStep {
  // Parse boundary: what our own run carried; nobody else can, see execution.ts.
  const state = carried.schedule as ScheduleState;
  const running = runningNodes(state);
  return {
    state,
    stop: [],
    start: running.flatMap((run) => (run.kind === 'started' ? [run] : [])),
    close: running.flatMap((run) => (run.kind === 'closing' ? [run] : [])),
  };
}
