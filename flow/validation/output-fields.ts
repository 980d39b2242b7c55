import { findKind } from '../kinds/find-kind.js';
import type { FlowNode } from '../kinds/flow-node.js';

/** The fields that every node has instead of its output when it failed. */
const FAILURE_FIELDS = ['error', 'error_code'];

/** The fields that a node's output may have; undefined for kinds whose output may be anything. */
export function outputFields(kind: FlowNode['kind'] | undefined): readonly string[] | undefined {
  return kind === undefined ? undefined : findKind(kind).output;
}

/** Whether such an output may have the field: one of its kind, or of a failure. */
export function mayHaveField(kind: FlowNode['kind'] | undefined, field: string): boolean {
  const fields = outputFields(kind);
  return fields === undefined || fields.includes(field) || FAILURE_FIELDS.includes(field);
}
