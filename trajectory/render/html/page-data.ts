import type { EdgeType } from '../../graph/edge-types.js';
import type { NodeType } from '../../graph/node-types.js';
import type { JsonValue, NodeVersion, TrajectoryOwner } from '../../graph/trajectory-node.js';

/** The JSON that a page holds and its script reads. Positions and sizes are CSS pixels; edges name nodes by index. */
export interface PageData {
  trajectories: readonly PageTrajectory[];
}

export interface PageTrajectory {
  name: string;
  /** The nodes of both views, each once. */
  nodes: readonly PageNode[];
  pruned: PageView;
  full: PageView;
}

export interface PageNode {
  id: string;
  type: NodeType;
  label: string;
  shortName: string;
  isData: boolean;
  description: string | null;
  owner: TrajectoryOwner;
  createdAt: string;
  versions: Readonly<Record<number, NodeVersion>>;
  /** Why changes were made, by their numbers. */
  reasons?: Readonly<Record<number, string>>;
  /** In the order in which people read them. */
  attributes: Readonly<Record<string, JsonValue>>;
}

export interface PageView {
  width: number;
  height: number;
  bands: readonly PageBand[];
  edges: readonly PageEdge[];
}

/** A round: a band over the whole width, with a header and its boxes. */
export interface PageBand {
  round: number;
  question: string;
  /** Tokens, cache hits and time, in words; empty when unknown. */
  stats: string;
  y: number;
  height: number;
  boxes: readonly PageBox[];
}

/** A node's box, from the view's left and its band's top. */
export interface PageBox {
  node: number;
  x: number;
  y: number;
  width: number;
  height: number;
  isActive: boolean;
  isPointer: boolean;
}

interface PageEdge {
  from: number;
  to: number;
  type: EdgeType;
  /** An SVG path in the view. */
  path: string;
  isActive: boolean;
  /** Shown only while one of its ends is selected: all such edges together would hide the graph. */
  isQuiet: boolean;
}
