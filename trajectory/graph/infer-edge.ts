import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';
import { TrajectoryError } from './trajectory-error.js';

/** What leads to a node of a type when all its predecessors are of one of the types in `from`. */
const INFERRED: Partial<Record<NodeType, { from: readonly NodeType[]; edge: EdgeType }>> = {
  Action: { from: ['Query', 'State'], edge: 'triggers' },
  State: { from: ['Query', 'Action', 'State'], edge: 'has_conclusion' },
  Response: { from: ['Query', 'Action', 'State'], edge: 'has_response' },
};

/**
 * The type of the edges from predecessors to a new node, where it follows from the types of both. Throws a
 * `TrajectoryError` that asks for the type where it does not: at data nodes and at predecessors of several types.
 */
export function inferEdge(predecessorTypes: readonly NodeType[], type: NodeType): EdgeType {
  const [first, ...others] = new Set(predecessorTypes);
  const inferred = INFERRED[type];
  if (inferred && first && others.length === 0 && inferred.from.includes(first)) return inferred.edge;
  const from = [first, ...others].join(' and ') || 'nothing';
  throw new TrajectoryError(`No edge type follows for ${from} -> '${type}'. Give the edge type.`);
}
