import type { NodeFailure } from './node-failure.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScopePlace } from './scope-key.js';

/** Where a schedule stands, as plain JSON. Of loops it holds the items under way only. */
export interface ScheduleState {
  readonly triggerId: string;
  /** Ordinal of the next start. */
  readonly nextRun: number;
  /** The top and every item under way, by `scopeKey`. */
  readonly scopes: Readonly<Record<string, ScopeState>>;
  readonly ended?: ScheduleEnd;
}

/** The nodes that run side by side: those at the top, or those of a loop's body for one item. */
export interface ScopeState extends ScopePlace {
  /** By id; a node that is not decided yet is missing. */
  readonly nodes: Readonly<Record<string, NodeState>>;
  /** The first failure that nothing handled: nothing more starts here. */
  readonly failure?: NodeFailure;
}

/** Where a node stands within its scope. */
export type NodeState =
  | { readonly kind: 'running'; readonly run: number; readonly pausesFor?: string }
  | OpenedLoop
  | { readonly kind: 'closing'; readonly run: number; readonly failure?: NodeFailure }
  | SettledNode;

/** A node that will not change any more; `route` is what a switch chose. */
export type SettledNode =
  | { readonly kind: 'success'; readonly route?: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'skipped' };

/** A loop with items under way. */
export interface OpenedLoop {
  readonly kind: 'opened';
  readonly run: number;
  readonly total: number;
  /** Index of the next item to start. */
  readonly next: number;
  /** Items under way. */
  readonly active: number;
  /** Why no more items start. */
  readonly failure?: NodeFailure;
}
