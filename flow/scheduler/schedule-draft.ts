import { outerIteration } from './iteration.js';
import { toLoopClose, type LoopClose } from './loop-close.js';
import type { NodeFailure } from './node-failure.js';
import type { NodeRun } from './node-run.js';
import type { PlannedNode, SchedulePlan } from './schedule-plan.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScheduleState, ScopeState } from './schedule-state.js';
import type { ScheduleStep } from './schedule-step.js';
import { ScopeDraft } from './scope-draft.js';
import { scopeKey, type ScopePlace } from './scope-key.js';

/** The state itself stays unchanged. */
export class ScheduleDraft {
  readonly plan: SchedulePlan;
  private readonly before: ScheduleState;
  private readonly scopes: Map<string, ScopeState>;
  private readonly drafts = new Map<string, ScopeDraft>();
  private readonly started: NodeRun[] = [];
  private readonly stopped: NodeRun[] = [];
  private readonly closed: LoopClose[] = [];
  private ended: ScheduleEnd | undefined;

  constructor(plan: SchedulePlan, before: ScheduleState) {
    this.plan = plan;
    this.before = before;
    this.scopes = new Map(Object.entries(before.scopes));
  }

  scope(place: ScopePlace): ScopeDraft | undefined {
    const key = scopeKey(place);
    const state = this.scopes.get(key);
    const known = this.drafts.get(key);
    if (known || !state) return known;
    const draft = new ScopeDraft(state);
    this.drafts.set(key, draft);
    return draft;
  }

  outerScope({ loopId, iteration }: ScopeDraft): ScopeDraft | undefined {
    const loop = this.plan.get(loopId);
    return loop && this.scope({ loopId: loop.ownerId, iteration: outerIteration(iteration) });
  }

  findHalt(scope: ScopeDraft): NodeFailure | undefined {
    for (let around: ScopeDraft | undefined = scope; around; around = this.outerScope(around))
      if (around.failure) return around.failure;
    return undefined;
  }

  addScope(place: ScopePlace): ScopeDraft {
    const scope = new ScopeDraft({ ...place, nodes: {} });
    this.drafts.set(scopeKey(place), scope);
    return scope;
  }

  removeScope(scope: ScopeDraft): void {
    this.scopes.delete(scopeKey(scope));
    this.drafts.delete(scopeKey(scope));
  }

  start(nodes: Iterable<PlannedNode>, { scope, pausesFor }: { scope: ScopeDraft; pausesFor?: string }): void {
    const pause = pausesFor === undefined ? {} : { pausesFor };
    for (const { id } of [...nodes].sort((one, other) => one.position - other.position)) {
      const run = this.before.nextRun + this.started.length;
      scope.set(id, { kind: 'running', run, ...pause });
      this.started.push({ nodeId: id, iteration: scope.iteration, run, ...pause });
    }
  }

  stopItems(item: ScopeDraft, failure: NodeFailure): void {
    for (const place of Object.values(this.before.scopes)) {
      const scope = this.scope(place);
      if (!scope || !this.isBeside(scope, item)) continue;
      scope.fail(failure);
      this.stopped.push(...scope.listStarted());
    }
    this.stopped.sort((one, other) => one.run - other.run);
  }

  private isBeside(scope: ScopeDraft, item: ScopeDraft): boolean {
    const loopIteration = outerIteration(item.iteration);
    for (let around: ScopeDraft | undefined = scope; around; around = this.outerScope(around))
      if (around.loopId === item.loopId && outerIteration(around.iteration) === loopIteration) return true;
    return false;
  }

  close(loop: { nodeId: string; run: number; failure?: NodeFailure }, scope: ScopeDraft): void {
    const { nodeId, run, failure } = loop;
    scope.set(nodeId, { kind: 'closing', run, failure });
    this.closed.push(toLoopClose({ nodeId, iteration: scope.iteration, run }, failure));
  }

  end(ended: ScheduleEnd): void {
    this.ended = ended;
  }

  toStep(): ScheduleStep {
    for (const [key, draft] of this.drafts) this.scopes.set(key, draft.toState());
    const ended = this.ended && { ended: this.ended };
    const state = {
      triggerId: this.before.triggerId,
      nextRun: this.before.nextRun + this.started.length,
      scopes: Object.fromEntries(this.scopes),
      ...ended,
    };
    return { state, start: this.started, stop: this.stopped, close: this.closed, ...ended };
  }
}
