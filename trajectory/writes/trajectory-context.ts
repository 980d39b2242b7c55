import type { EdgeType } from '../graph/edge-types.js';
import type { PointerMove } from '../graph/new-node.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

export interface AddedNode {
  type: Exclude<NodeType, 'Query'>;
  /** Unique within its type in the run. Default: the next number. */
  label?: string;
  /** At most 2,000 characters. Default: a model describes data after the turn. */
  description?: string;
  /** By the type's attributes, at most 4,000 characters as JSON. */
  attributes?: Attributes;
}

export interface AddOptions {
  /** Ids of predecessors. Default: the call itself. */
  after?: string | readonly string[];
  /** Default: inferred. Required for data. */
  edge?: EdgeType;
  /**
   * How the branch moves: the node replaces its predecessors (`replace`, default), starts a branch beside them
   * (`add`), or ends theirs (`remove`).
   */
  pointer?: PointerMove;
}

/** Writes into the run's trajectory, at most 100 times per call. Stored once, despite retries. Refused writes throw. */
export interface TrajectoryContext {
  /** Returns the node's id. Without a label the id is temporary until the call ends. */
  add(node: AddedNode, options?: AddOptions): Promise<string>;
  /** By attribute, or `description`; null removes a value. Old values are kept as a version. */
  modify(
    node: string,
    changes: Readonly<Record<string, JsonValue | undefined>>,
    options?: { why?: string },
  ): Promise<void>;
  /** Moves this call's branch to a node. */
  advance(to: string): Promise<void>;
  /** Starts another branch at a node; the run continues from both. */
  branch(from: string): Promise<void>;
  /** Includes this call's writes. `self` is this call's id. */
  view(): Promise<TrajectoryView & { self: string }>;
}
