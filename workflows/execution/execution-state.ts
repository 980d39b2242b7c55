import { condition, setHandler, workflowInfo, upsertSearchAttributes } from '@temporalio/workflow';
import { advance } from '../../flow/scheduler/advance.js';
import { nodeStatuses } from '../../flow/scheduler/node-statuses.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import type { FirstCallPlan, RunPlan } from '../../protocol/activities/execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';
import { readTraits } from '../../flow/kinds/traits.js';
import { findProvider } from '../../protocol/provider-limits.js';
import { MAX_PARALLEL_CHILDREN } from '../../protocol/limits.js';
import type { CarriedExecution, ExecutionStatusView } from '../../protocol/messages.js';
import type { SearchAttributeName } from '../../protocol/search-attributes.js';
import { executionStatusQuery } from '../definitions.js';
import { refuseConversationUpdates } from '../refuse-foreign-updates.js';
import type { FailedTools } from './failed-tools.js';
import { ProgressBoard } from './progress-board.js';
import { openQuestions, type Questions } from './questions.js';
import { openStepRegistry, type StepRegistry } from './step-registry.js';
import { WAITS_FOR } from '../search-attributes.js';

/** A Workflow Task can have 4 MB and contains the input of each start twice, up to 64 KB each. */
const MAX_TEAM_STARTS = 8;

class Semaphore {
  private taken = 0;

  constructor(private readonly total: number) {}

  async take(): Promise<void> {
    while (this.taken >= this.total) await condition(() => this.taken < this.total);
    this.taken += 1;
  }

  release(): void {
    this.taken -= 1;
  }
}

export interface ExecutionHandlers {
  readonly questions: Questions;
  readonly steps: StepRegistry;
}

/** Call it before the first await: the first activation rejects Updates without a handler. */
export function openHandlers(carried: CarriedExecution | undefined): ExecutionHandlers {
  refuseConversationUpdates(workflowInfo().workflowId);
  return { questions: openQuestions(carried?.questions), steps: openStepRegistry() };
}

export class ExecutionState implements ExecutionHandlers {
  readonly heartbeatTimeoutMs: number;
  readonly registered: readonly SearchAttributeName[];
  readonly firstCall: FirstCallPlan | undefined;
  readonly board: ProgressBoard;
  readonly questions: Questions;
  readonly waitsFor: WaitsFor;
  readonly steps: StepRegistry;
  readonly deadlines: Map<string, number>;
  readonly children = new Semaphore(MAX_PARALLEL_CHILDREN);
  /** Starts that the server has not confirmed yet. */
  readonly teamStarts = new Semaphore(MAX_TEAM_STARTS);
  readonly failedTools: FailedTools;
  leavesWork: boolean;
  finished: FinishedExecution | undefined;
  private schedule: ScheduleState | undefined;

  constructor(
    private readonly plan: RunPlan,
    {
      carried,
      handlers,
      failedTools,
    }: { carried: CarriedExecution | undefined; handlers: ExecutionHandlers; failedTools: FailedTools },
  ) {
    this.heartbeatTimeoutMs = plan.heartbeatTimeoutMs;
    this.registered = plan.searchAttributes;
    this.waitsFor = new WaitsFor(this.registered.includes('WaitsFor'));
    this.firstCall = plan.firstCall;
    this.board = new ProgressBoard(plan);
    this.questions = handlers.questions;
    this.steps = handlers.steps;
    this.deadlines = new Map(carried?.deadlines ?? []);
    this.failedTools = failedTools;
    this.leavesWork = carried?.leavesWork === true;
    setHandler(executionStatusQuery, () => this.status(), {
      description: 'Returns the nodes with their status, and the open questions',
    });
  }

  showSchedule(state: ScheduleState): void {
    this.schedule = state;
    this.board.show(nodeStatuses(this.plan, state));
  }

  placeOf(model: string): { taskQueue?: string } {
    const taskQueue = this.plan.taskQueues?.[findProvider(model)];
    return taskQueue === undefined ? {} : { taskQueue };
  }

  completesWith({ nodeId, iteration }: { nodeId: string; iteration: string }): boolean {
    const node = this.plan.nodes.find(({ id }) => id === nodeId);
    if (!this.schedule || !node || readTraits(node.kind).work !== 'calls') return false;
    const event = { kind: 'succeeded' as const, nodeId, iteration };
    return advance({ graph: this.plan, state: this.schedule, event }).ended?.status === 'completed';
  }

  private status(): ExecutionStatusView {
    const waiting = this.questions.listOpen();
    const nodes = this.schedule ? this.listStatuses(this.schedule, waiting) : [];
    return { phase: this.board.phase, nodes, waiting };
  }

  private listStatuses(
    state: ScheduleState,
    waiting: ExecutionStatusView['waiting'],
  ): { nodeId: string; status: string }[] {
    return Object.entries(nodeStatuses(this.plan, state)).flatMap(([status, ids]) =>
      ids.map((nodeId: string) => ({
        nodeId,
        status: waiting.some((question) => question.nodeId === nodeId) ? 'waiting' : status,
      })),
    );
  }
}

/** Sets a search attribute that finds executions which wait for a person. */
class WaitsFor {
  private questions = 0;

  constructor(private readonly isRegistered: boolean) {}

  async during<Outcome>(ask: () => Promise<Outcome>): Promise<Outcome> {
    this.count(1);
    try {
      return await ask();
    } finally {
      this.count(-1);
    }
  }

  /** Each change costs an event, and Continue-As-New keeps the attribute. */
  private count(change: 1 | -1): void {
    this.questions += change;
    const value = this.questions > 0 ? 'approval' : null;
    const shown = workflowInfo().typedSearchAttributes.get(WAITS_FOR) ?? null;
    if (this.isRegistered && value !== shown) upsertSearchAttributes([{ key: WAITS_FOR, value }]);
  }
}
