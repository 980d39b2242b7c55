import type { EdgeType } from '../../graph/edge-types.js';
import type { NodeType } from '../../graph/node-types.js';
import type { JsonValue, NodeVersion, TrajectoryOwner } from '../../graph/trajectory-node.js';

/** Sizes are CSS pixels; edges refer to node indices. */
export interface PageData {
  trajectories: readonly PageTrajectory[];
}

export interface PageTrajectory {
  name: string;
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
  reasons?: Readonly<Record<number, string>>;
  attributes: Readonly<Record<string, JsonValue>>;
}

export interface PageView {
  width: number;
  height: number;
  bands: readonly PageBand[];
  edges: readonly PageEdge[];
}

export interface PageBand {
  round: number;
  question: string;
  stats: string;
  y: number;
  height: number;
  boxes: readonly PageBox[];
}

/** From the view's left and its band's top. */
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
  path: string;
  isActive: boolean;
  /** Shown only while an end is selected: together they would hide the graph. */
  isQuiet: boolean;
}
