import type { DataType } from '../graph/node-types.js';
import type { Attributes } from '../graph/trajectory-node.js';

/** Something that a tool or a node read, wrote, used or found. */
export interface Touched {
  type: DataType;
  /** The name that people know it by: a path, the name of a table. At most 1,000 characters. */
  name: string;
  /** Default `read`. */
  how?: 'read' | 'written';
  /** Says what it is; without a description a model describes it after the turn. At most 2,000 characters. */
  description?: string;
  /** Further attributes of its type, at most 4,000 characters as JSON. */
  attributes?: Attributes;
}

/** Things that one call may name, at most. */
export const MAX_TOUCHED = 100;
export const MAX_TOUCHED_NAME = 1_000;
export const MAX_TOUCHED_DESCRIPTION = 2_000;
export const MAX_TOUCHED_ATTRIBUTES = 4_000;
