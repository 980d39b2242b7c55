import { TRIGGER_FIELDS, triggerSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const SCHEMA = triggerSchema('manual', 'Fires when an execution is started outside a conversation.');

export type ManualNode = Described<typeof SCHEMA>;

/** The trigger of executions outside a conversation, and of sub-executions. */
export const manualKind = {
  schema: SCHEMA,
  output: TRIGGER_FIELDS,
  shape: 'pill',
} satisfies NodeKind;

/** Starts the flow outside a conversation, or for another flow. */
export function manual(label?: string): Draft<ManualNode> {
  return { kind: 'manual', label };
}
