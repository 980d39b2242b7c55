import { strictFields } from '../schema/fields.js';
import { NODE_ID_SCHEMA } from '../schema/names.js';
import { kindSchema, LABEL, type Described, type Draft, type NodeKind } from './node-kind.js';

const SCHEMA = strictFields({
  id: NODE_ID_SCHEMA,
  kind: kindSchema('merge'),
  label: LABEL,
  config: strictFields({}).describe('Empty: there is nothing to configure.').optional(),
}).describe('Waits for all branches that ran. Output: items, outputs by node.');

export type MergeNode = Described<typeof SCHEMA>;

export const mergeKind = {
  schema: SCHEMA,
  output: ['items', 'outputs'],
} satisfies NodeKind;

/** Waits for every branch that was taken. */
export function merge(label?: string): Draft<MergeNode> {
  return { kind: 'merge', label };
}
