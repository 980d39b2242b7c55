import type { EdgeType } from '../graph/edge-types.js';
import type { PointerMove } from '../graph/new-node.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

export interface AddedNode {
  type: Exclude<NodeType, 'Query'>;
  /** Unique within its type in the run. Default: the next number. */
  label?: string;
  /** At most 2,000 characters. By default, a model describes data after the turn. */
  description?: string;
  /** Values for attributes of the type, with at most 4,000 characters as JSON. */
  attributes?: Attributes;
}

export interface AddOptions {
  /** Ids of predecessors. Default: the call itself. */
  after?: string | readonly string[];
  /** Default: inferred. Required for data. */
  edge?: EdgeType;
  /**
   * How the branch moves. The node replaces its predecessors (`replace`, default), starts a branch next to them
   * (`add`), or ends their branch (`remove`).
   */
  pointer?: PointerMove;
}

/**
 * Writes into the run's trajectory, at most 100 times per call. A write is stored once, even if the call is retried.
 * A refused write throws.
 */
export interface TrajectoryContext {
  /** Adds a node and returns its id. Without a label, the id is temporary until the call ends. */
  add(node: AddedNode, options?: AddOptions): Promise<string>;
  /** Changes attributes, or the `description`. Null removes a value. The old values are kept as a version. */
  modify(
    node: string,
    changes: Readonly<Record<string, JsonValue | undefined>>,
    options?: { why?: string },
  ): Promise<void>;
  /** Moves the branch of this call to a node. */
  advance(to: string): Promise<void>;
  /** Starts another branch at a node. The run continues from both. */
  branch(from: string): Promise<void>;
  /** Returns the trajectory, including this call's writes. `self` is the id of this call. */
  view(): Promise<TrajectoryView & { self: string }>;
}
