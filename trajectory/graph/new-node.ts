import { cleanAttributes, cleanDescription, withoutNulls } from './clean-attributes.js';
import type { EdgeType } from './edge-types.js';
import { checkNodeType } from './known-types.js';
import { nodeId } from './node-id.js';
import type { NodeType } from './node-types.js';
import { shown } from './shown.js';
import { TrajectoryError } from './trajectory-error.js';
import type { Json, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';

/**
 * What a new State, Action or Response does to the active branches: it takes its predecessors' place, stands beside
 * them, or takes them away without joining.
 */
export type PointerMove = 'replace' | 'add' | 'remove';

export interface NewNode {
  type: NodeType;
  /** Its name within its type; else the next automatic one. */
  label?: string;
  description?: string | null;
  /** JSON, by the type's names (`NODE_ATTRIBUTES`); null is as good as absent. */
  attributes?: Readonly<Record<string, Json | undefined>>;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Ids of nodes of this round; of a Query none, else at least one. */
  predecessors?: readonly string[];
  /** Of the edges from all predecessors; else inferred from the types. */
  edge?: EdgeType;
  /** `replace` unless given; data nodes move no pointer. */
  pointer?: PointerMove;
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The node that is asked for, clean and without a history. Throws a `TrajectoryError` for what a node cannot hold. */
export function toNode(
  { type, description, attributes = {}, createdAt }: NewNode,
  { owner, label }: { owner: TrajectoryOwner; label: string },
): TrajectoryNode {
  checkNodeType(type);
  if (!isUtc(createdAt)) {
    throw new TrajectoryError(
      `Time ${shown(String(createdAt))} of a node is no UTC time. Give ISO 8601 with 'Z'.`,
    );
  }
  return {
    id: nodeId(type, label),
    type,
    label,
    description: cleanDescription(description),
    owner,
    createdAt,
    versions: {},
    attributes: withoutNulls(cleanAttributes(type, attributes)),
  };
}

/** Whether it is a moment as nodes hold it: ISO 8601 in UTC. */
export function isUtc(time: string): boolean {
  return UTC.test(time) && !Number.isNaN(Date.parse(time));
}
