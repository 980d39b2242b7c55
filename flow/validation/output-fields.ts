import { findKind, listOutputFields } from '../kinds/find-kind.js';
import type { NodePart } from './read-nodes.js';

/** Replace a failed node's output fields. */
export const FAILURE_FIELDS: readonly string[] = ['error', 'error_code', 'reason'];

export function outputFields({ kind, node }: NodePart): readonly string[] | undefined {
  if (node) return listOutputFields(node);
  return kind === undefined ? undefined : findKind(kind).output;
}

export function mayHaveField(part: NodePart, field: string): boolean {
  const fields = outputFields(part);
  return !fields || fields.includes(field) || FAILURE_FIELDS.includes(field);
}
