import { cleanAttributes, cleanDescription, withoutNulls } from './clean-attributes.js';
import type { EdgeType } from './edge-types.js';
import { checkNodeType } from './known-types.js';
import { nodeId } from './node-id.js';
import type { NodeType } from './node-types.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { JsonValue, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';

/** The new node replaces its predecessors' pointers, adds one, or removes them. */
export type PointerMove = 'replace' | 'add' | 'remove';

export interface NewNode {
  type: NodeType;
  label?: string;
  description?: string | null;
  attributes?: Readonly<Record<string, JsonValue | undefined>>;
  createdAt: string;
  /** Required, except for a Query. */
  predecessors?: readonly string[];
  /** Default: inferred from the node types. */
  edge?: EdgeType;
  /** Default: `replace`. Ignored for data nodes. */
  pointer?: PointerMove;
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export function toNode(
  { type, description, attributes = {}, createdAt }: NewNode,
  { owner, label }: { owner: TrajectoryOwner; label: string },
): TrajectoryNode {
  checkNodeType(type);
  if (!isUtc(createdAt)) {
    throw new TrajectoryError(
      `Time ${quoteText(String(createdAt))} of a node is not a UTC time. Give ISO 8601 with 'Z'.`,
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

export function isUtc(time: string): boolean {
  return UTC.test(time) && !Number.isNaN(Date.parse(time));
}
