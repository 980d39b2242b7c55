import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';
import { TrajectoryError } from './trajectory-error.js';

/** Applies if all predecessors have one of the types in `from`. */
const INFERRED: Partial<Record<NodeType, { from: readonly NodeType[]; edge: EdgeType }>> = {
  Action: { from: ['Query', 'State'], edge: 'triggers' },
  State: { from: ['Query', 'Action', 'State'], edge: 'has_conclusion' },
  Response: { from: ['Query', 'Action', 'State'], edge: 'has_response' },
};

/** Throws if no edge type follows: for data nodes, and for predecessors of several types. */
export function inferEdge(predecessorTypes: readonly NodeType[], type: NodeType): EdgeType {
  const [first, ...others] = new Set(predecessorTypes);
  const inferred = INFERRED[type];
  if (inferred && first && others.length === 0 && inferred.from.includes(first)) return inferred.edge;
  const from = [first, ...others].join(' and ') || 'nothing';
  throw new TrajectoryError(`No edge type follows for ${from} -> '${type}'. Give the edge type.`);
}
