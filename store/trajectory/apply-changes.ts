import { changeNode } from '../../trajectory/graph/node-versions.js';
import type { TrajectoryNode } from '../../trajectory/graph/trajectory-node.js';
import type { NodeChange } from '../../trajectory/writes/trajectory-write.js';

export function applyChanges(node: TrajectoryNode, changes: readonly NodeChange[] | null): TrajectoryNode {
  return (changes ?? []).reduce((changed, { values, why }) => changeNode(changed, values, why), node);
}
