import { CONTINUATION_EDGE, EDGE_TYPES, type EdgeType } from './edge-types.js';
import { NODE_TYPES, type NodeType } from './node-types.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';

export function checkEdgeType(type: EdgeType): void {
  if (type === CONTINUATION_EDGE) {
    throw new TrajectoryError(`Edge type '${type}' leads from round to round. Join the rounds instead.`);
  }
  if (!EDGE_TYPES.includes(type)) {
    throw new TrajectoryError(
      `Edge type ${quoteText(String(type))} is unknown. Use: ${EDGE_TYPES.join(', ')}.`,
    );
  }
}

export function checkNodeType(type: NodeType): void {
  if (NODE_TYPES.includes(type)) return;
  throw new TrajectoryError(
    `Node type ${quoteText(String(type))} is unknown. Use: ${NODE_TYPES.join(', ')}.`,
  );
}
