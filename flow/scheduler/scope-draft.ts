import type { NodeFailure } from './node-failure.js';
import type { NodeRun } from './node-run.js';
import type { PlannedNode } from './schedule-plan.js';
import type { NodeState, ScopeState } from './schedule-state.js';
import type { FlowEdge } from '../definition.js';

type Decision = 'start' | 'skip' | 'wait';

export class ScopeDraft {
  readonly loopId: string;
  readonly iteration: string;
  private readonly before: ScopeState;
  private readonly changes = new Map<string, NodeState>();
  private newFailure: NodeFailure | undefined;

  constructor(before: ScopeState) {
    this.loopId = before.loopId;
    this.iteration = before.iteration;
    this.before = before;
  }

  get failure(): NodeFailure | undefined {
    return this.before.failure ?? this.newFailure;
  }

  get isIdle(): boolean {
    for (const state of this.changes.values()) if (isUnderWay(state)) return false;
    for (const [id, state] of Object.entries(this.before.nodes))
      if (isUnderWay(state) && !this.changes.has(id)) return false;
    return true;
  }

  node(id: string): NodeState | undefined {
    // A node may be called `constructor`.
    const before = Object.hasOwn(this.before.nodes, id) ? this.before.nodes[id] : undefined;
    return this.changes.get(id) ?? before;
  }

  set(id: string, state: NodeState): void {
    this.changes.set(id, state);
  }

  fail(failure: NodeFailure): void {
    this.newFailure ??= failure;
  }

  listStarted(): NodeRun[] {
    return Object.entries(this.toState().nodes).flatMap(([nodeId, state]) =>
      state.kind === 'running' ? [{ nodeId, iteration: this.iteration, run: state.run }] : [],
    );
  }

  decide(node: PlannedNode): Decision {
    if (this.node(node.id)) return 'wait';
    let decision: Decision = 'skip';
    for (const edge of node.incoming) {
      // A body's scope exists only if its loop took the `item` edges.
      const outcome = edge.on === 'item' ? 'taken' : edgeOutcome(edge, this.node(edge.from));
      if (outcome === 'open') return 'wait';
      if (outcome === 'taken') decision = 'start';
    }
    return decision;
  }

  toState(): ScopeState {
    if (this.changes.size === 0 && !this.newFailure) return this.before;
    const { failure } = this;
    const nodes = { ...this.before.nodes, ...Object.fromEntries(this.changes) };
    return { ...this.before, nodes, failure };
  }
}

function isUnderWay({ kind }: NodeState): boolean {
  return kind === 'running' || kind === 'opened' || kind === 'closing';
}

function edgeOutcome(edge: FlowEdge, source: NodeState | undefined): 'open' | 'taken' | 'dead' {
  switch (source?.kind) {
    case 'success':
      return isTakenOnSuccess(edge, source.route) ? 'taken' : 'dead';
    case 'failed':
      return edge.on === 'error' ? 'taken' : 'dead';
    case 'skipped':
      return 'dead';
    default:
      return 'open';
  }
}

function isTakenOnSuccess({ on, route }: FlowEdge, chosen: string | undefined): boolean {
  return on !== 'error' && (route === undefined || route === chosen);
}
