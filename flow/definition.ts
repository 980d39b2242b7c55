import type { FlowNode } from './kinds/flow-node.js';
import type { Budget } from '../protocol/budget.js';
import type { Missing } from './templates/missing.js';
import type { HistorySettings } from './settings/history-settings.js';
import type { TrajectorySettings } from './settings/trajectory-settings.js';

/** A versioned graph of nodes and edges, as it is stored and run. */
export interface FlowDefinition {
  /** Names the flow in Workflow IDs and on the command line. */
  slug: string;
  name: string;
  description?: string;
  /** The rule for templates of its nodes that lack a value; default: the node fails. */
  missing?: Missing;
  /** The limit of what one execution and all below it may spend. */
  budget?: Budget;
  /** The part of the conversation that is sent with the calls of its turns. */
  history?: HistorySettings;
  /** The settings of the record of its agents' actions. */
  trajectory?: TrajectorySettings;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

/** From one node to another; taken when the first one succeeded, unless it says otherwise. */
export interface FlowEdge {
  from: string;
  to: string;
  /** Only from a switch: taken when it chose this route. */
  route?: string;
  /**
   * `error`: taken when the node failed permanently. `item`: from a loop into its body, once an item. `next`: from
   * the body back to its loop: the item is done, the node's output is its result.
   */
  on?: EdgeEvent;
}

export const EDGE_EVENTS = ['error', 'item', 'next'] as const;
type EdgeEvent = (typeof EDGE_EVENTS)[number];
