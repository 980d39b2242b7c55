import { z } from 'zod';
import type {
  ApprovalConfig,
  CodeConfig,
  ReplyConfig,
  SubflowConfig,
  TemplateConfig,
  WaitConfig,
} from '../definition.js';
import { choiceField, countField, secondsField, strictFields, textField } from './fields.js';
import { FLOW_LIMITS } from './limits.js';
import { NODE_REFERENCE_SCHEMA, SLUG_SCHEMA } from './names.js';

/** The configuration of a `template` node. */
export const TEMPLATE_CONFIG_SCHEMA = strictFields({
  template: z
    .unknown()
    .refine((value) => value !== undefined, 'it must be a text, a list or an object with templates in it')
    .describe('A text, a list or an object; the templates in it are filled in.'),
}) satisfies z.ZodType<TemplateConfig>;

/** The configuration of a `code` node. */
export const CODE_CONFIG_SCHEMA = strictFields({
  expression: textField(
    "An expression in JavaScript. It sees 'nodes', 'trigger' and 'loop'; no functions of the host, no clock, no network.",
    { min: 1 },
  ),
}) satisfies z.ZodType<CodeConfig>;

/** The configuration of a `wait` node. */
export const WAIT_CONFIG_SCHEMA = strictFields({
  seconds: z
    .union(
      [secondsField('Seconds to wait.'), textField('A template that gives a number of seconds.', { min: 1 })],
      `it must be a number of seconds from 0 to ${FLOW_LIMITS.seconds.toLocaleString('en')}, or a template that gives one`,
    )
    .describe('A number of seconds, or a template that gives one.'),
}) satisfies z.ZodType<WaitConfig>;

/** The configuration of an `approval` node. */
export const APPROVAL_CONFIG_SCHEMA = strictFields({
  prompt: textField('A template: what the person is asked.', { min: 1 }),
  expires_seconds: secondsField('Seconds until nobody needs to answer any more. Default: never.').optional(),
  on_refusal: choiceField(
    "After anything but yes: 'end' (default) cancels the execution, 'continue' goes on with the outcome.",
    ['end', 'continue'],
  ).optional(),
}) satisfies z.ZodType<ApprovalConfig>;

/** The configuration of a `subflow` node. */
export const SUBFLOW_CONFIG_SCHEMA = strictFields({
  flow: SLUG_SCHEMA.describe("Slug of the flow to run, or its id in 'flow_id'.").optional(),
  flow_id: countField('Id of the flow to run.', { min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  trigger: NODE_REFERENCE_SCHEMA.describe('Trigger of the flow to fire; default: its first.').optional(),
  input: z
    .record(
      z.string(),
      textField("Dotted path of a value from here: 'node_outputs.agent_1.output'."),
      'it must be an object of dotted paths',
    )
    .describe("Values for the sub-execution's 'trigger.data', by dotted path from here.")
    .optional(),
  extra_config: strictFields({
    input_source: textField(
      "What the sub-execution's text is: 'last_message' (default) or 'node_output'.",
    ).optional(),
    source_node_id: textField("With 'node_output': id of the node.").optional(),
  })
    .describe("Where the sub-execution's text comes from.")
    .optional(),
}) satisfies z.ZodType<SubflowConfig>;

/** The configuration of a `reply` node. */
export const REPLY_CONFIG_SCHEMA = strictFields({
  text: textField('A template: what the execution answers.'),
  data: z
    .unknown()
    .describe('A value with templates inside: what a parent gets as output, in place of the text.')
    .optional(),
}) satisfies z.ZodType<ReplyConfig>;
