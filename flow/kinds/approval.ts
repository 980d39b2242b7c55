import { z } from 'zod';
import { MAX_QUORUM, rolesProblem, type Approvers } from '../../protocol/approvers.js';
import {
  choiceField,
  countField,
  MISSING_FIELD,
  secondsField,
  strictFields,
  textField,
} from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

function approversField() {
  const form = "it must be 'user', 'staff' or a list of 1 to 20 roles";
  const roles = z.array(z.string(), form).refine((list) => !rolesProblem(list), form);
  return z
    .union([z.enum(['user', 'staff'], form), roles], form)
    .describe(
      'Who may answer: user (default: the requesting user), staff (callers with a role of `approvers`), or a list of roles.',
    ) satisfies z.ZodType<Approvers>;
}

const CONFIG = strictFields({
  prompt: textField('The question, as a template.', { min: 1 }),
  expiresSeconds: secondsField('Seconds until the question expires. Default: never.').optional(),
  by: approversField().optional(),
  quorum: countField(
    'How many approvers must agree; the first no refuses. Default: 1. Needs a `by` other than user.',
    { min: 1, max: MAX_QUORUM },
  ).optional(),
  onRefusal: choiceField(
    "After a refusal or expiry: 'end' (default) follows the error edge or, without one, cancels the execution; 'continue' follows the other edges, with the outcome.",
    ['end', 'continue'],
  ).optional(),
  missing: MISSING_FIELD.optional(),
}).refine(({ by = 'user', quorum = 1 }) => by !== 'user' || quorum === 1, {
  path: ['quorum'],
  message: "only one person, the requesting user, answers: set 'by' to 'staff' or a list of roles",
});
const SCHEMA = nodeSchema('approval', CONFIG).describe(
  'Asks a person. Output: outcome (confirmed, cancelled, expired), confirmed, answer.',
);

export type ApprovalConfig = Described<typeof CONFIG>;
export type ApprovalNode = Described<typeof SCHEMA>;

export const approvalKind = {
  schema: SCHEMA,
  output: ['outcome', 'confirmed', 'answer'],
  shape: 'hexagon',
  templates: ({ prompt }: ApprovalConfig) => [{ field: 'config.prompt', value: prompt }],
} satisfies NodeKind<typeof SCHEMA, ApprovalConfig>;

/** Asks a person for a yes or no. */
export function approval(config: ApprovalConfig, label?: string): Draft<ApprovalNode> {
  return { kind: 'approval', label, config };
}
