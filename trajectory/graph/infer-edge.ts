import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';
import { TrajectoryError } from './trajectory-error.js';

/** The edge that leads to a node of each type, provided that all its predecessors are of one type, listed in `from`. */
const INFERRED: Partial<Record<NodeType, { from: readonly NodeType[]; edge: EdgeType }>> = {
  Action: { from: ['Query', 'State'], edge: 'triggers' },
  State: { from: ['Query', 'Action', 'State'], edge: 'has_conclusion' },
  Response: { from: ['Query', 'Action', 'State'], edge: 'has_response' },
};

/**
 * Infers the type of the edges from predecessors to a new node from the types of both. Throws a `TrajectoryError` that
 * asks for the edge type where none follows: for data nodes, and for predecessors of several types.
 */
export function inferEdge(predecessorTypes: readonly NodeType[], type: NodeType): EdgeType {
  const [first, ...others] = new Set(predecessorTypes);
  const inferred = INFERRED[type];
  if (inferred && first && others.length === 0 && inferred.from.includes(first)) return inferred.edge;
  const from = [first, ...others].join(' and ') || 'nothing';
  throw new TrajectoryError(`No edge type follows for ${from} -> '${type}'. Give the edge type.`);
}
