import { cleanAttributes, cleanDescription, withoutNulls } from './clean-attributes.js';
import type { EdgeType } from './edge-types.js';
import { checkNodeType } from './known-types.js';
import { nodeId } from './node-id.js';
import type { NodeType } from './node-types.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { JsonValue, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';

/**
 * How a new State, Action or Response moves the pointers: it replaces its predecessors (`replace`), is added beside them
 * (`add`), or removes them and becomes no pointer itself (`remove`).
 */
export type PointerMove = 'replace' | 'add' | 'remove';

export interface NewNode {
  type: NodeType;
  /** Its name, unique within its type; default the next automatic one. */
  label?: string;
  description?: string | null;
  /** JSON values by the attributes that the type has (`NODE_ATTRIBUTES`); null means the same as absent. */
  attributes?: Readonly<Record<string, JsonValue | undefined>>;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Ids of nodes of this round; a Query has none, every other node at least one. */
  predecessors?: readonly string[];
  /** Type of the edges from all predecessors; default inferred from the types of the nodes. */
  edge?: EdgeType;
  /** Default `replace`; data nodes move no pointer. */
  pointer?: PointerMove;
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Makes the node that is asked for, cleaned and without versions. Throws a `TrajectoryError` for what a node cannot hold. */
export function toNode(
  { type, description, attributes = {}, createdAt }: NewNode,
  { owner, label }: { owner: TrajectoryOwner; label: string },
): TrajectoryNode {
  checkNodeType(type);
  if (!isUtc(createdAt)) {
    throw new TrajectoryError(
      `Time ${quoteText(String(createdAt))} of a node is no UTC time. Give ISO 8601 with 'Z'.`,
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

/** Whether a text is a time as nodes hold it: ISO 8601 in UTC. */
export function isUtc(time: string): boolean {
  return UTC.test(time) && !Number.isNaN(Date.parse(time));
}
