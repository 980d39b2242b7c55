import type { FlowNode } from '../definition.js';

/** The fields of each kind's output; undefined where they are only known when it ran. */
const FIELDS: Readonly<Record<string, readonly string[] | undefined>> = {
  chat: ['text', 'user', 'data'],
  manual: ['text', 'user', 'data'],
  model: ['output'],
  agent: ['output'],
  categorizer: ['category'],
  switch: ['route'],
  filter: ['items', 'total'],
  merge: ['items', 'outputs'],
  template: ['output'],
  code: ['output'],
  loop: ['results', 'total'],
  wait: ['waited_seconds'],
  approval: ['outcome', 'confirmed', 'answer'],
  reply: ['output'],
} satisfies Partial<Record<FlowNode['kind'], readonly string[]>>;

/** What every node has instead of its output when it failed. */
const FAILURE_FIELDS = ['error', 'error_code'];

/** The fields that a node's output may have; undefined for kinds whose output may be anything. */
export function outputFields(kind: FlowNode['kind'] | undefined): readonly string[] | undefined {
  return kind !== undefined && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
}

/** Whether such an output may have the field: one of its kind, or of a failure. */
export function mayHaveField(kind: FlowNode['kind'] | undefined, field: string): boolean {
  const fields = outputFields(kind);
  return fields === undefined || fields.includes(field) || FAILURE_FIELDS.includes(field);
}
