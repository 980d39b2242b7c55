import { choiceField, secondsField, strictFields, textField } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  prompt: textField('A template: what the person is asked.', { min: 1 }),
  expiresSeconds: secondsField('Seconds until nobody needs to answer any more. Default: never.').optional(),
  onRefusal: choiceField(
    "After anything but yes: 'end' (default) cancels the execution, 'continue' goes on with the outcome.",
    ['end', 'continue'],
  ).optional(),
});
const SCHEMA = nodeSchema('approval', CONFIG).describe(
  'Asks a person. Output: outcome (confirmed, cancelled, expired), confirmed, answer.',
);

export type ApprovalConfig = Described<typeof CONFIG>;
export type ApprovalNode = Described<typeof SCHEMA>;

/** Asks a person. */
export const approvalKind = {
  schema: SCHEMA,
  output: ['outcome', 'confirmed', 'answer'],
  shape: 'hexagon',
  templates: ({ prompt }: ApprovalConfig) => [{ field: 'config.prompt', value: prompt }],
} satisfies NodeKind<typeof SCHEMA, ApprovalConfig>;

/** Asks a person. */
export function approval(config: ApprovalConfig, label?: string): Draft<ApprovalNode> {
  return { kind: 'approval', label, config };
}
