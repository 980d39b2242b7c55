import { isDataType, type NodeType } from '../../graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../../graph/trajectory-node.js';
import { groupBy } from '../group-by.js';
import type { Rectangle, Size } from './geometry.js';

const BLOCK_WIDTH = 208;
const GAP = 8;
/** Distance from the left of a box to the left of the data under it. */
const INDENT = 22;
/** Deeper data is not indented further, so that its name can be read. */
const DEEPEST = 4;
/** Room right of the data, for the edges that lead on. */
const EXIT = 14;

/**
 * A node and, under it, an indented list of the data that it was the first to touch, placed as one box. Several nodes
 * touch the same data, so data nodes placed by themselves would end up at the round's end, with edges from everywhere.
 */
export interface Block extends Size {
  /** A key of our own: an id may be any text, also one that the layout library reserves. */
  key: string;
  /** From the block's corner; the head first. */
  members: readonly BlockMember[];
}

interface BlockMember {
  id: string;
  /** Id of the member that it is listed under; null for the head. */
  under: string | null;
  box: Rectangle;
}

/** Makes blocks of a round's nodes, in the order of their heads. */
export function toBlocks(nodes: readonly TrajectoryNode[], edges: readonly TrajectoryEdge[]): Block[] {
  // Reversed, so that of several edges to a node the first one counts.
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

/** Lists the data under a node, each entry followed by the data under it. */
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

/** Room for a name on two lines, or on one. */
function chooseHeight(type: NodeType): number {
  if (isDataType(type)) return 44;
  return type === 'Action' ? 50 : 66;
}
