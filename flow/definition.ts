import type { FlowNode } from './kinds/flow-node.js';
import type { Budget } from '../protocol/budget.js';
import type { Missing } from './templates/missing.js';
import type { HistorySettings } from './settings/history-settings.js';
import type { TrajectorySettings } from './settings/trajectory-settings.js';

export interface FlowDefinition {
  /** Part of Workflow IDs. */
  slug: string;
  name: string;
  description?: string;
  /** Questions that clients offer. */
  examples?: readonly string[];
  /** For templates with a missing value; default: the node fails. */
  missing?: Missing;
  /** Includes sub-executions. */
  budget?: Budget;
  history?: HistorySettings;
  trajectory?: TrajectorySettings;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

/** Default: taken when the first node succeeded. */
export interface FlowEdge {
  from: string;
  to: string;
  /** Only from a switch: taken when it chose this route. */
  route?: string;
  /**
   * `error`: after a permanent failure. `item`: from a loop into its body. `next`: from the body to its loop, with the
   * item's result.
   */
  on?: EdgeEvent;
}

export const EDGE_EVENTS = ['error', 'item', 'next'] as const;
type EdgeEvent = (typeof EDGE_EVENTS)[number];
