import { type ApplicationFailure, CancellationScope, condition } from '@temporalio/workflow';
import type { AgentActivities, AgentPlan } from '../../protocol/activities/agent.js';
import { StepQueues } from '../../flow/queues/step-queues.js';
import { failureFacts } from '../read-failure-facts.js';
import { isHistoryFull } from '../is-history-full.js';
import type { AgentQueueSizes, PushStepInput, PushStepResult } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { nameStep, titleStep, type StepPlace } from '../../protocol/queued-steps.js';
import { STEP_OPTIONS } from '../activity-options.js';
import { localActivities } from '../local-activities.js';

const { storeStep } = localActivities<AgentActivities>(STEP_OPTIONS);

/** The order of an agent's queued steps. Their texts are in Postgres. */
export class RunSteps {
  running: StepPlace | null = null;
  private readonly queues = new StepQueues<number>();
  private readonly titles = new Map<number, string>();
  private pushed = 0;
  private readonly storing = new Set<number>();
  private readonly lost = new Set<number>();
  private isTaking: boolean;

  constructor(private readonly agent: AgentPlan) {
    this.isTaking = agent.queues !== undefined;
    for (const queue of ['pre', 'post'] as const)
      for (let ordinal = 1; ordinal <= (agent.queues?.[queue] ?? 0); ordinal += 1)
        this.queues.push(queue, ordinal);
  }

  get isOpen(): boolean {
    return this.isTaking;
  }

  get nodeId(): string {
    return this.agent.nodeId;
  }

  get iteration(): string {
    return this.agent.iteration;
  }

  describe(place: StepPlace): string {
    const { queue, ordinal } = place;
    const title =
      queue === 'todo' ? this.titles.get(ordinal) : this.agent.queues?.titles?.[queue][ordinal - 1];
    return title === undefined ? nameStep(place) : `${nameStep(place)}: ${title}`;
  }

  sizes(): AgentQueueSizes {
    const { nodeId, iteration, run } = this.agent;
    const [pre, todo, post] = [this.queues.size('pre'), this.queues.size('todo'), this.queues.size('post')];
    return {
      nodeId,
      iteration,
      run,
      pre,
      todo,
      post,
      running: this.running,
      waitingTodo: this.queues.list('todo'),
    };
  }

  take(queue: 'pre' | 'post'): StepPlace | undefined {
    const ordinal = this.queues.take(queue);
    return ordinal === undefined ? undefined : { queue, ordinal };
  }

  /** After it returns undefined, `push` rejects steps, so that every accepted step runs. */
  async takeTodo(): Promise<StepPlace | undefined> {
    for (;;) {
      const ordinal = this.queues.take('todo');
      if (ordinal === undefined) {
        this.isTaking = false;
        return undefined;
      }
      if (this.storing.has(ordinal)) await condition(() => !this.storing.has(ordinal));
      if (!this.lost.delete(ordinal)) return { queue: 'todo', ordinal };
    }
  }

  join(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) this.queues.remove('todo', ordinal);
  }

  async push({ text, when = 'next-call' }: PushStepInput): Promise<PushStepResult> {
    if (!this.isTaking) throw this.isOver();
    const { nodeId, iteration, run } = this.agent;
    const ordinal = this.pushed + 1;
    // A full history accepts no step, but those already queued still run.
    const accepted = !isHistoryFull() && this.queues.push('todo', ordinal);
    const result = { accepted, size: this.queues.size('todo'), nodeId, iteration };
    if (!accepted) return result;
    this.pushed = ordinal;
    this.storing.add(ordinal);
    this.titles.set(ordinal, titleStep(text));
    const summary = fitSummary(`${nodeId} · store ${this.describe({ queue: 'todo', ordinal })}`);
    try {
      await storeStep.executeWithOptions({ summary }, [
        { run, ordinal, text, joins: when === 'next-call' || undefined },
      ]);
    } catch (error) {
      this.lost.add(ordinal);
      throw failureFacts(error).type === 'Execution.NotRunning' ? this.isOver() : error;
    } finally {
      this.storing.delete(ordinal);
    }
    return result;
  }

  private isOver(): ApplicationFailure {
    const message = `Node '${this.nodeId}' accepts no more steps, because its main loop has ended`;
    return refusal('Execution.NotRunning', message);
  }

  async close(): Promise<void> {
    this.isTaking = false;
    if (this.storing.size > 0)
      await CancellationScope.nonCancellable(() => condition(() => this.storing.size === 0));
  }
}
