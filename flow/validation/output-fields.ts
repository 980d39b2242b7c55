import { findKind, listOutputFields } from '../kinds/find-kind.js';
import type { NodePart } from './read-nodes.js';

/** The fields that every node has instead of its output when it failed. */
export const FAILURE_FIELDS: readonly string[] = ['error', 'error_code', 'reason'];

/** The fields that a node's output may have; undefined where it may be anything, or the node could not be read. */
export function outputFields({ kind, node }: NodePart): readonly string[] | undefined {
  if (node !== undefined) return listOutputFields(node);
  return kind === undefined ? undefined : findKind(kind).output;
}

/** Whether such an output may have the field: one of its own, or of a failure. */
export function mayHaveField(part: NodePart, field: string): boolean {
  const fields = outputFields(part);
  return fields === undefined || fields.includes(field) || FAILURE_FIELDS.includes(field);
}
