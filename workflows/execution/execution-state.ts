import { setHandler } from '@temporalio/workflow';
import { advance } from '../../flow/scheduler/advance.js';
import { nodeStatuses } from '../../flow/scheduler/node-statuses.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import type { FirstCallPlan, RunPlan } from '../../protocol/activities/execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';
import { readTraits } from '../../flow/kinds/traits.js';
import { MAX_PARALLEL_CHILDREN } from '../../protocol/limits.js';
import type { CarriedExecution, ExecutionStatusView } from '../../protocol/messages.js';
import { executionStatusQuery } from '../definitions.js';
import { Places } from './places.js';
import { ProgressBoard } from './progress-board.js';
import { openQuestions, type Questions } from './questions.js';
import { openStepDesk, type StepDesk } from './step-desk.js';

/** The parts of an execution that others send to. */
export interface ExecutionDesks {
  readonly questions: Questions;
  /** The queues of the agents that are at work. */
  readonly steps: StepDesk;
}

/**
 * Registers the Updates and the Signal of an execution. To be called before anything is awaited: an Update that has no
 * handler when the first activation ends is refused, and the first activation of a run after Continue-As-New brings
 * those that were sent while the run before it ended.
 */
export function openDesks(carried: CarriedExecution | undefined): ExecutionDesks {
  return { questions: openQuestions(carried?.questions), steps: openStepDesk() };
}

/** The state that all nodes of an execution share: its progress, its open questions, and when waits end. */
export class ExecutionState implements ExecutionDesks {
  readonly heartbeatTimeoutMs: number;
  readonly isSearchable: boolean;
  /** The plan of the model call that it begins with, if that was made as it began. */
  readonly firstCall: FirstCallPlan | undefined;
  readonly board: ProgressBoard;
  readonly questions: Questions;
  readonly steps: StepDesk;
  /** When waiting nodes go on, in Workflow time, by node and iteration. */
  readonly deadlines: Map<string, number>;
  /** Of the sub-executions that agents spawn, whichever call asks for them. */
  readonly children = new Places(MAX_PARALLEL_CHILDREN);
  /** Something of it is done after the turn. */
  leavesWork: boolean;
  /** Its final rows were written with the answer that completed it. */
  finished: FinishedExecution | undefined;
  private schedule: ScheduleState | undefined;

  /** Registers the Query `status`. */
  constructor(
    private readonly plan: RunPlan,
    { carried, desks }: { carried: CarriedExecution | undefined; desks: ExecutionDesks },
  ) {
    this.heartbeatTimeoutMs = plan.heartbeatTimeoutMs;
    this.isSearchable = plan.isSearchable === true;
    this.firstCall = plan.firstCall;
    this.board = new ProgressBoard(plan);
    this.questions = desks.questions;
    this.steps = desks.steps;
    this.deadlines = new Map(carried?.deadlines ?? []);
    this.leavesWork = carried?.leavesWork === true;
    setHandler(executionStatusQuery, () => this.status());
  }

  showSchedule(state: ScheduleState): void {
    this.schedule = state;
    this.board.show(nodeStatuses(this.plan, state));
  }

  /** Whether the execution is complete once this run, which is at work, has its answer. */
  completesWith({ nodeId, iteration }: { nodeId: string; iteration: string }): boolean {
    const node = this.plan.nodes.find(({ id }) => id === nodeId);
    if (this.schedule === undefined || node === undefined || readTraits(node.kind).work !== 'calls')
      return false;
    const event = { kind: 'succeeded' as const, nodeId, iteration };
    return advance({ graph: this.plan, state: this.schedule, event }).ended?.status === 'completed';
  }

  private status(): ExecutionStatusView {
    const waiting = this.questions.listOpen();
    const nodes = this.schedule === undefined ? [] : this.listStatuses(this.schedule, waiting);
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
