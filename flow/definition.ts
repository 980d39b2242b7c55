import type { FlowNode } from './kinds/flow-node.js';
import type { Budget } from '../protocol/budget.js';
import type { Missing } from './templates/missing.js';
import type { HistorySettings } from './settings/history-settings.js';
import type { TrajectorySettings } from './settings/trajectory-settings.js';

export interface FlowDefinition {
  /** Becomes part of Workflow IDs. */
  slug: string;
  name: string;
  description?: string;
  /** Questions that a client suggests for a new chat. */
  examples?: readonly string[];
  /** The rule for a template with a missing value. By default, the node fails. */
  missing?: Missing;
  /** Applies to the execution and its sub-executions together. */
  budget?: Budget;
  history?: HistorySettings;
  trajectory?: TrajectorySettings;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

/** By default, an edge is taken when its first node succeeds. */
export interface FlowEdge {
  from: string;
  to: string;
  /** Only for an edge from a switch: the edge is taken if the switch chose this route. */
  route?: string;
  /**
   * `error`: taken after a permanent failure. `item`: leads from a loop into its body. `next`: leads from the body to
   * its loop, with the item's result.
   */
  on?: EdgeEvent;
}

export const EDGE_EVENTS = ['error', 'item', 'next'] as const;
type EdgeEvent = (typeof EDGE_EVENTS)[number];
