import type { EdgeType } from '../graph/edge-types.js';
import type { PointerMove } from '../graph/new-node.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';
import type { NodePlace } from '../graph/node-place.js';

export interface NamedPlace extends NodePlace {
  type: NodeType;
}

export interface NodeChange {
  /** The call's place, and the write's number within it. */
  key: string;
  values: Readonly<Record<string, JsonValue>>;
  why: string | null;
  at: string;
}

export type TrajectoryWrite =
  | {
      kind: 'add';
      node: NamedPlace;
      label?: string;
      name?: string;
      description?: string;
      attributes?: Attributes;
      after: readonly NamedPlace[];
      edge: EdgeType;
      pointer?: PointerMove;
      at: string;
    }
  | { kind: 'modify'; node: NamedPlace; change: NodeChange }
  | { kind: 'advance'; to: NamedPlace; from: NamedPlace }
  | { kind: 'branch'; from: NamedPlace };

export const MAX_WRITES = 100;
export const MAX_WHY = 1_000;
