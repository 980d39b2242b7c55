import { log, setHandler } from '@temporalio/workflow';
import { nodeStatuses } from '../../flow/scheduler/node-statuses.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import type { RunPlan } from '../../protocol/activities/execution.js';
import type { CarriedExecution, ExecutionStatusView } from '../../protocol/messages.js';
import { answeredSignal, answerUpdate, executionStatusQuery } from '../definitions.js';
import { ProgressBoard } from './progress-board.js';
import { Questions } from './questions.js';
import { openStepDesk, type StepDesk } from './step-desk.js';

/** The state that all nodes of an execution share: its progress, its open questions, and when waits end. */
export class ExecutionState {
  readonly heartbeatTimeoutMs: number;
  readonly isSearchable: boolean;
  readonly board: ProgressBoard;
  readonly questions = new Questions();
  /** The queues of the agents that are at work. */
  readonly steps: StepDesk;
  /** When waiting nodes go on, in Workflow time, by node and iteration. */
  readonly deadlines: Map<string, number>;
  /** Something of it is done after the turn. */
  leavesWork: boolean;
  private schedule: ScheduleState | undefined;

  /** Registers the Updates, Signals and Queries of the execution. */
  constructor(
    private readonly plan: RunPlan,
    carried: CarriedExecution | undefined,
  ) {
    this.heartbeatTimeoutMs = plan.heartbeatTimeoutMs;
    this.isSearchable = plan.isSearchable === true;
    this.board = new ProgressBoard(plan);
    this.deadlines = new Map(carried?.deadlines ?? []);
    this.leavesWork = carried?.leavesWork === true;
    this.setHandlers();
    this.steps = openStepDesk();
  }

  showSchedule(state: ScheduleState): void {
    this.schedule = state;
    this.board.show(nodeStatuses(this.plan, state));
  }

  private setHandlers(): void {
    setHandler(answerUpdate, (input) => this.questions.answer(input), {
      validator: (input) => void this.questions.find(input),
      description:
        'Answers the question of a node: yes, confirm, true, y or 1 confirm, anything else cancels',
    });
    setHandler(answeredSignal, (node: unknown) => {
      if (!this.questions.hear(node)) log.warn('Signal refused', { name: answeredSignal.name });
    });
    setHandler(executionStatusQuery, () => this.status());
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
