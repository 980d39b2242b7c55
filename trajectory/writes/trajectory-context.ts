import type { EdgeType } from '../graph/edge-types.js';
import type { PointerMove } from '../graph/new-node.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

/** A node that a tool or a node of a flow adds. */
export interface AddedNode {
  type: Exclude<NodeType, 'Query'>;
  /** Its name, unique within its type in the run; default the type and the next number. */
  label?: string;
  /** At most 2,000 characters. Data without one is described by a model after the turn. */
  description?: string;
  /** Values by the attributes of its type, at most 4,000 characters as JSON. */
  attributes?: Attributes;
}

export interface AddOptions {
  /** Ids of the nodes that it follows from; default the call itself. */
  after?: string | readonly string[];
  /** Default inferred from the types of the nodes; data needs it. */
  edge?: EdgeType;
  /**
   * How a State, Action or Response moves the branch: it takes the place of the nodes before it (`replace`, the
   * default), begins a branch beside them (`add`), or ends theirs (`remove`).
   */
  pointer?: PointerMove;
}

/**
 * Writes into the trajectory of the run. What a call writes is stored with its result, once, however often the call is
 * tried: a try that died wrote nothing. At most 100 writes a call. What breaks a rule of the graph is thrown.
 */
export interface TrajectoryContext {
  /**
   * Adds a node and returns its id. One without a label has its number only when the call has ended: until then its id
   * is for this call alone.
   */
  add(node: AddedNode, options?: AddOptions): Promise<string>;
  /** Gives a node new values by attribute, or a `description`; null removes one. The old ones are kept as a version, with why. */
  modify(
    node: string,
    changes: Readonly<Record<string, JsonValue | undefined>>,
    options?: { why?: string },
  ): Promise<void>;
  /** Moves this call's branch on, or back, to a node: what comes next follows from it. */
  advance(to: string): Promise<void>;
  /** Begins a further branch at a node, beside this call's own: what comes next follows from both. */
  branch(from: string): Promise<void>;
  /** Reads the run's graph so far, what this call wrote included. `self`: the id of this call. */
  view(): Promise<TrajectoryView & { self: string }>;
}
