import type { NodeFailure } from './node-failure.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScopePlace } from './scope-key.js';

/** Plain JSON. A loop keeps only its active items. */
export interface ScheduleState {
  readonly triggerId: string;
  readonly nextRun: number;
  readonly scopes: Readonly<Record<string, ScopeState>>;
  readonly ended?: ScheduleEnd;
}

export interface ScopeState extends ScopePlace {
  /** By id. A node neither started nor skipped is missing. */
  readonly nodes: Readonly<Record<string, NodeState>>;
  /** An unhandled failure, after which no further node of the scope starts. */
  readonly failure?: NodeFailure;
}

export type NodeState =
  | { readonly kind: 'running'; readonly run: number; readonly pausesFor?: string }
  | OpenedLoop
  | { readonly kind: 'closing'; readonly run: number; readonly failure?: NodeFailure }
  | SettledNode;

export type SettledNode =
  | { readonly kind: 'success'; readonly route?: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'skipped' };

export interface OpenedLoop {
  readonly kind: 'opened';
  readonly run: number;
  readonly total: number;
  readonly next: number;
  readonly active: number;
  readonly failure?: NodeFailure;
}
