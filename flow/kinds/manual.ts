import { TRIGGER_FIELDS, triggerSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const SCHEMA = triggerSchema('manual', 'Fires when an execution is started outside a conversation.');

export type ManualNode = Described<typeof SCHEMA>;

export const manualKind = {
  schema: SCHEMA,
  output: TRIGGER_FIELDS,
  shape: 'pill',
} satisfies NodeKind;

/** Starts executions outside a conversation, and sub-executions. */
export function manual(label?: string): Draft<ManualNode> {
  return { kind: 'manual', label };
}
