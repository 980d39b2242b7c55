import type { EdgeType } from '../graph/edge-types.js';
import type { PointerMove } from '../graph/new-node.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';
import type { NodePlace } from '../recorded/node-place.js';

/** A node that a write names: where it is, and what it is, so that nothing else of the graph needs to be read. */
export interface NamedPlace extends NodePlace {
  type: NodeType;
}

/** A change of a node, as it is kept: what it was asked to be. The values it replaced follow from the changes before it. */
export interface NodeChange {
  /** Tells changes apart: the place of the call and the write's number in it. */
  key: string;
  /** New values by attribute, or of `description`; null removes the value. */
  values: Readonly<Record<string, JsonValue>>;
  /** Why it was made; null: nobody said. */
  why: string | null;
  /** ISO 8601, UTC. */
  at: string;
}

/** Something that a tool or a node wrote into the trajectory of its run. It is stored with the call that wrote it. */
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

/** Writes that one call may make, at most. */
export const MAX_WRITES = 100;
/** Longest reason of a change, in characters. */
export const MAX_WHY = 1_000;
