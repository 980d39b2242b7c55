import { proxyActivities } from '@temporalio/workflow';
import { stepBase, stepInBlock } from '../../flow/execution/step-blocks.js';
import type {
  AgentActivities,
  AgentPlan,
  BeginStepResult,
  CallModelInput,
  CallModelResult,
  CompactContextResult,
  Fallback,
  LearnedLayout,
  TrimContextResult,
} from '../../protocol/activities/agent.js';
import { isQuestion, nameStep, type StepPlace } from '../../protocol/queued-steps.js';
import { STEP_OPTIONS, toMovedOptions, toWorkOptions } from '../activity-options.js';
import { isHistoryFull } from '../is-history-full.js';
import { rethrowUnlessMissing } from '../rethrow-unless-missing.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { isUnavailable, isFailure, rejectedLayout } from './activity-failures.js';
import type { ExecutionState } from './execution-state.js';
import type { RunSteps } from './run-steps.js';
import { ToolCalls } from './tool-calls.js';
import { localActivities } from '../local-activities.js';

const local = localActivities<AgentActivities>(STEP_OPTIONS);
const movedSteps = proxyActivities<AgentActivities>(toMovedOptions());
/** Each plan is at least 2 % smaller. The limit ends a series in which a provider rejects every size. */
const MAX_HARDER_PLANS = 8;

interface MadeCall {
  tools: readonly string[];
  needsRepair: boolean;
  isLast: boolean;
}

interface HowToCall {
  isLast: boolean;
  isHarder: boolean;
  withoutSummary?: true;
  isRepair?: true;
}

/**
 * A question and each instruction get up to `maxSteps` model calls. Once the history is full, an instruction
 * gets one call without tools, which bounds the run.
 */
export class AgentLoop {
  private readonly activities;
  private readonly moved;
  private readonly toolCalls: ToolCalls;
  private step: number;
  private queued: StepPlace | undefined;

  private fallback: Fallback | undefined;
  private refusesSchema: true | undefined;
  private layouts: readonly LearnedLayout[] = [];

  private readonly agent: AgentPlan;
  private readonly steps: RunSteps;

  constructor(
    private readonly execution: ExecutionState,
    { agent, steps }: { agent: AgentPlan; steps: RunSteps },
  ) {
    this.agent = agent;
    this.steps = steps;
    this.activities = proxyActivities<AgentActivities>(toWorkOptions(execution.heartbeatTimeoutMs));
    this.moved = proxyActivities<AgentActivities>(toMovedOptions(execution.heartbeatTimeoutMs));
    this.toolCalls = new ToolCalls(execution, { agent, activities: this.activities, moved: this.moved });
    this.step = stepBase(agent.run) + (agent.placed ?? 0);
  }

  async answer(place?: StepPlace): Promise<void> {
    this.queued = place;
    if (place) await this.begin(place);
    await this.loop();
  }

  async perform(place: StepPlace): Promise<void> {
    this.queued = place;
    const { tool } = await this.begin(place);
    if (tool === undefined) return this.loop();
    this.step += 1;
    this.note(`running \`${tool}\``);
    await this.toolCalls.run({ step: this.step, tools: [tool] });
    // No later call would record this one in the trajectory.
    if (place.queue === 'post') this.execution.leavesWork = true;
  }

  private begin(place: StepPlace): Promise<BeginStepResult> {
    const { queue, ordinal } = place;
    const failed = this.execution.failedTools.takeOf(this.agent);
    const summary = fitSummary(`${this.agent.nodeId} · ${this.steps.describe(place)}${failed}`);
    return local.beginStep.executeWithOptions({ summary }, [
      { queue, ordinal, step: this.step + 1, ...this.place() },
    ]);
  }

  private async loop(): Promise<void> {
    const isOwn = !this.queued || isQuestion(this.queued);
    for (let round = 1; ; round += 1) {
      const isLast = round >= this.agent.maxSteps || (!isOwn && isHistoryFull());
      const call = await this.callAny({ isLast });
      if (call.needsRepair) {
        await this.callAny({ isLast: true, isRepair: true });
        return;
      }
      if (call.tools.length === 0 || call.isLast) return;
      this.note(`running ${call.tools.map((name) => `\`${name}\``).join(', ')}`);
      await this.toolCalls.run({ step: this.step, tools: call.tools });
    }
  }

  private async callAny(how: Pick<HowToCall, 'isLast' | 'isRepair'>): Promise<MadeCall> {
    for (;;) {
      try {
        return await this.callFitting(how);
      } catch (error) {
        const mayGoOn = isUnavailable(error) || isFailure(error, 'Model.LayoutRejected');
        const next = mayGoOn ? this.nextModel() : undefined;
        if (next === undefined) throw error;
        this.fallback = { model: next, after: { step: this.step, model: this.model() } };
        this.refusesSchema = undefined;
      }
    }
  }

  private model(): string {
    return this.fallback?.model ?? this.agent.model;
  }

  private nextModel(): string | undefined {
    const { fallbacks = [] } = this.agent;
    return fallbacks[this.fallback ? fallbacks.indexOf(this.fallback.model) + 1 : 0];
  }

  private async callFitting(how: Pick<HowToCall, 'isLast' | 'isRepair'>): Promise<MadeCall> {
    let planned: TrimContextResult | undefined;
    const onPlan = (plan: TrimContextResult): void => void (planned = plan);
    try {
      return await this.callLaidOut({ ...how, isHarder: false }, onPlan);
    } catch (error) {
      if (isFailure(error, 'Model.ContextOverflow')) return await this.callHarder(how);
      if (isFailure(error, 'Model.NoAnswer'))
        return await this.callLaidOut({ ...how, isHarder: false, withoutSummary: true });
      if (!isFailure(error, 'Model.InvalidRequest')) throw error;
      // Some endpoints reject a later system message, such as the request for a summary, so the call is made
      // without it.
      if (planned?.asksSummary)
        return await this.callLaidOut({ ...how, isHarder: false, withoutSummary: true });
      // Some models reject requests with schemas, so the call is made without one.
      if (planned?.asksObject !== true) throw error;
      this.refusesSchema = true;
      return await this.callLaidOut({ ...how, isHarder: false });
    }
  }

  /** Throws when nothing is left to compact or trim. */
  private async callHarder(how: Pick<HowToCall, 'isLast' | 'isRepair'>): Promise<MadeCall> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.callLaidOut({ ...how, isHarder: true });
      } catch (error) {
        if (!isFailure(error, 'Model.ContextOverflow') || tries >= MAX_HARDER_PLANS) throw error;
      }
    }
  }

  /** A rejection may reveal new facts about the layout that the model accepts. */
  private async callLaidOut(how: HowToCall, onPlan?: (plan: TrimContextResult) => void): Promise<MadeCall> {
    for (;;) {
      try {
        return await this.callOnce(how, onPlan);
      } catch (error) {
        const facts = rejectedLayout(error);
        if (!facts || this.knowsLayout(facts)) throw error;
        if (facts['tools'] === false && this.nextModel() !== undefined) throw error;
        this.layouts = [...this.layouts, { model: this.model(), facts }];
      }
    }
  }

  private knowsLayout(facts: LearnedLayout['facts']): boolean {
    const known = this.layouts.filter(({ model }) => model === this.model());
    return Object.entries(facts).every(([fact, value]) => known.some((one) => one.facts[fact] === value));
  }

  private async callOnce(how: HowToCall, onPlan?: (plan: TrimContextResult) => void): Promise<MadeCall> {
    const model = this.model();
    let plan: TrimContextResult;
    try {
      plan = await this.planCall(how);
    } catch (error) {
      rethrowUnlessMissing(error);
      plan = await this.planElsewhere(how);
    }
    onPlan?.(plan);
    this.steps.join(plan.joined ?? []);
    this.note(`asking ${model} with ${plan.tokens} tokens of messages`);
    const isLast = how.isLast || plan.isForced === true;
    const summary = this.summarize(`${model} · step ${stepInBlock(this.step)}`);
    const input: CallModelInput = {
      step: this.step,
      isLast: isLast || undefined,
      isRepair: how.isRepair,
      isOutsideMainLoop: this.isOutsideMainLoop() || undefined,
      pushed: this.pushed(),
      completes: this.completes() ? { leavesWork: this.execution.leavesWork || undefined } : undefined,
    };
    const options = { summary, ...this.execution.placeOf(model) };
    let result: CallModelResult;
    try {
      result = await this.activities.callModel.executeWithOptions(options, [input]);
    } catch (error) {
      rethrowUnlessMissing(error);
      result = await this.moved.callModel.executeWithOptions(options, [input]);
    }
    const { tools, leavesWork, needsRepair, finished } = result;
    if (leavesWork) this.execution.leavesWork = true;
    this.execution.finished = finished;
    return { tools, isLast, needsRepair: needsRepair === true };
  }

  private planCall(how: HowToCall): Promise<TrimContextResult> {
    this.step += 1;
    const { firstCall } = this.execution;
    const planned = firstCall?.step === this.step ? firstCall : undefined;
    return this.planOn({ steps: local, work: this.activities }, how, planned);
  }

  private planElsewhere(how: HowToCall): Promise<TrimContextResult> {
    return this.planOn({ steps: movedSteps, work: this.moved }, how);
  }

  /** Plans again even if the compaction fails. */
  private async planOn(
    { steps, work }: { steps: typeof local | typeof movedSteps; work: AgentLoop['activities'] },
    how: HowToCall,
    planned?: TrimContextResult,
  ): Promise<TrimContextResult> {
    const plan = planned ?? (await this.trim(steps, { ...how, mayCompact: true }));
    if (plan.verdict !== 'compact') return plan;
    const compacted = await this.compact(work, plan);
    this.step += compacted.steps;
    return this.trim(steps, { ...how, mayCompact: false });
  }

  private compact(
    { compactContext }: typeof this.activities,
    { tokens }: TrimContextResult,
  ): Promise<CompactContextResult> {
    this.note(`summarizing the history, ${tokens} tokens of messages are near the window's end`);
    return compactContext.executeWithOptions(
      { summary: this.summarize(`compact the history · step ${stepInBlock(this.step)}`) },
      [{ step: this.step, ...this.place(), queued: this.queued, fallback: this.fallback }],
    );
  }

  private trim(
    { trimContext }: typeof local | typeof movedSteps,
    how: HowToCall & { mayCompact: boolean },
  ): Promise<TrimContextResult> {
    const { isLast: withoutTools, isHarder, mayCompact, withoutSummary, isRepair } = how;
    const { step, queued, fallback } = this;
    const failed = this.execution.failedTools.takeOf(this.agent);
    return trimContext.executeWithOptions(
      { summary: this.summarize(`context of step ${stepInBlock(step)}${failed}`) },
      [
        {
          step,
          ...this.place(),
          withoutTools,
          isHarder,
          mayCompact,
          withoutSummary,
          withoutSchema: this.refusesSchema,
          isRepair,
          queued,
          fallback,
          layouts: this.layouts.length > 0 ? this.layouts : undefined,
        },
      ],
    );
  }

  private place(): { nodeId: string; iteration?: string } {
    const { nodeId, iteration } = this.agent;
    return { nodeId, iteration: iteration === '' ? undefined : iteration };
  }

  private isOutsideMainLoop(): boolean {
    return this.queued !== undefined && this.queued.queue !== 'todo';
  }

  private pushed(): number | undefined {
    const { queued } = this;
    return queued?.queue === 'todo' && queued.ordinal > 0 ? queued.ordinal : undefined;
  }

  private completes(): boolean {
    const { queues, nodeId, iteration } = this.agent;
    return !this.isOutsideMainLoop() && !queues?.post && this.execution.completesWith({ nodeId, iteration });
  }

  private summarize(words: string): string {
    const of = this.nameQueued();
    return fitSummary([this.agent.nodeId, ...(of === undefined ? [] : [of]), words].join(' · '));
  }

  private note(words: string): void {
    const of = this.nameQueued();
    const begin = of === undefined ? '' : `${of}, `;
    this.execution.board.note(this.agent, `${begin}step ${stepInBlock(this.step)}, ${words}`);
  }

  private nameQueued(): string | undefined {
    return !this.queued || isQuestion(this.queued) ? undefined : nameStep(this.queued);
  }
}
