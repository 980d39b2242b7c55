import { isDataType, type NodeType } from '../../../../trajectory/graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../../../../trajectory/graph/trajectory-node.js';
import { groupBy } from '../../../../protocol/group-by.js';
import type { Rectangle, Size } from './geometry.js';

const BLOCK_WIDTH = 208;
const GAP = 8;
const INDENT = 22;
/** Deeper data is not indented further, so that names stay readable. */
const DEEPEST = 4;
const EXIT = 14;

/**
 * A node with the data it touched first. Separate nodes would collect at the end of the round, with edges from
 * everywhere.
 */
export interface Block extends Size {
  /** The layout library may reserve a node's id. */
  key: string;
  /** Measured from the block's corner; the node first, then its data. */
  members: readonly BlockMember[];
}

interface BlockMember {
  id: string;
  under: string | null;
  box: Rectangle;
}

export function toBlocks(nodes: readonly TrajectoryNode[], edges: readonly TrajectoryEdge[]): Block[] {
  // Reversed, so that the first edge to a node wins.
  const parents = new Map(edges.toReversed().map(({ from, to }) => [to, from]));
  const findParent = ({ id, type }: TrajectoryNode) => (isDataType(type) ? (parents.get(id) ?? null) : null);
  const below = groupBy(nodes, findParent);
  return (below.get(null) ?? []).map((head, index) => {
    const members = stackBoxes([{ node: head, under: null, depth: 0 }, ...listBelow(head, 1, below)]);
    const height = Math.max(...members.map(({ box }) => box.y + box.height));
    return { key: `block${index}`, members, width: BLOCK_WIDTH, height };
  });
}

interface ListEntry {
  node: TrajectoryNode;
  under: string | null;
  depth: number;
}

function listBelow(
  { id }: TrajectoryNode,
  depth: number,
  below: ReadonlyMap<string | null, readonly TrajectoryNode[]>,
): ListEntry[] {
  return (below.get(id) ?? []).flatMap((node) => [
    { node, under: id, depth },
    ...listBelow(node, depth + 1, below),
  ]);
}

function stackBoxes(entries: readonly ListEntry[]): BlockMember[] {
  let y = 0;
  return entries.map(({ node, under, depth }) => {
    const x = INDENT * Math.min(depth, DEEPEST);
    const box = {
      x,
      y,
      width: BLOCK_WIDTH - x - (isDataType(node.type) ? EXIT : 0),
      height: chooseHeight(node.type),
    };
    y += box.height + GAP;
    return { id: node.id, under, box };
  });
}

function chooseHeight(type: NodeType): number {
  if (isDataType(type)) return 44;
  return type === 'Action' ? 50 : 66;
}
