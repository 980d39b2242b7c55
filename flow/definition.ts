import type { FlowNode } from './kinds/flow-node.js';
import type { Budget } from '../protocol/budget.js';
import type { Missing } from './templates/missing.js';
import type { HistorySettings } from './settings/history-settings.js';
import type { TrajectorySettings } from './settings/trajectory-settings.js';

export interface FlowDefinition {
  /** Names the flow in Workflow IDs and on the command line. */
  slug: string;
  name: string;
  description?: string;
  /** Questions that a client offers for a new chat. */
  examples?: readonly string[];
  /** For templates with a missing value; default: the node fails. */
  missing?: Missing;
  /** For one execution with its sub-executions. */
  budget?: Budget;
  history?: HistorySettings;
  trajectory?: TrajectorySettings;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

/** By default, taken when the first node succeeded. */
export interface FlowEdge {
  from: string;
  to: string;
  /** Only from a switch: taken when it chose this route. */
  route?: string;
  /**
   * `error`: taken when the node failed permanently. `item`: from a loop into its body, once per item. `next`: from
   * the body back to its loop; the node's output is the item's result.
   */
  on?: EdgeEvent;
}

export const EDGE_EVENTS = ['error', 'item', 'next'] as const;
type EdgeEvent = (typeof EDGE_EVENTS)[number];
