import type { DataType } from '../graph/node-types.js';
import type { Attributes } from '../graph/trajectory-node.js';

/** A thing that a tool or a node read, wrote or found. */
export interface Touched {
  type: DataType;
  /** A path or the name of a table, with at most 1,000 characters. */
  name: string;
  /** Default: `read`. */
  how?: 'read' | 'written';
  /** At most 2,000 characters. By default, a model describes the thing after the turn. */
  description?: string;
  /** At most 4,000 characters as JSON. */
  attributes?: Attributes;
}

export const SENT_TO_MODEL = 'Sent to the model';

export const MAX_TOUCHED = 100;
export const MAX_TOUCHED_NAME = 1_000;
export const MAX_TOUCHED_DESCRIPTION = 2_000;
export const MAX_TOUCHED_ATTRIBUTES = 4_000;
