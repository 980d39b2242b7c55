import { z } from 'zod';
import type { Budget } from '../protocol/budget.js';
import type { FlowDefinition } from './definition.js';
import { customKind } from './kinds/custom.js';
import NODE_KINDS from './kinds/node-kinds.js';
import { EDGE_SCHEMA } from './schema/edge-schema.js';
import { listField, MISSING_FIELD, strictFields, textField, flagField } from './schema/fields.js';
import { HISTORY_SCHEMA } from './schema/history-schema.js';
import { FLOW_LIMITS } from './schema/flow-limits.js';
import { SLUG_SCHEMA, MODEL_ID_SCHEMA } from './schema/names.js';
import type { DescriptionSettings, TrajectorySettings } from './settings/trajectory-settings.js';

const DESCRIPTIONS = strictFields({
  model: MODEL_ID_SCHEMA.optional(),
}) satisfies z.ZodType<DescriptionSettings>;

const TRAJECTORY_SCHEMA = strictFields({
  descriptions: z
    .union([DESCRIPTIONS, z.boolean('it must be an object, true or false')])
    .describe('Whether a model describes what tools touched, in extra calls after the turn. Default: false.')
    .optional(),
  touched: flagField(
    'Whether a compacted history ends with what was touched so far. Default: it does.',
  ).optional(),
}).describe('Settings for the trajectories of its agents.') satisfies z.ZodType<TrajectorySettings>;

const BUDGET_SCHEMA = strictFields({
  tokens: z.int().positive().optional().describe('Input and output tokens of all model calls together.'),
  cost: z.number().positive().lt(100_000_000).optional().describe('USD.'),
}).describe(
  'The most that an execution and all executions below it may spend; at least one limit.',
) satisfies z.ZodType<Budget>;

export const FLOW_HEAD_FIELDS = {
  slug: SLUG_SCHEMA,
  name: textField("The flow's display name.", { min: 1 }),
  description: textField('What the flow is for.').optional(),
  examples: listField(textField('A question.', { min: 1 }), { what: 'questions', max: 10 })
    .describe('Questions that a client offers for a new chat.')
    .optional(),
  missing: MISSING_FIELD.describe(
    "What its nodes do if a template has no value, unless a node sets it: 'fail' (default), 'empty' or 'keep'.",
  ).optional(),
  history: HISTORY_SCHEMA.optional(),
  trajectory: TRAJECTORY_SCHEMA.optional(),
};

const NODE_SCHEMAS = [...Object.values(NODE_KINDS).map(({ schema }) => schema), customKind.schema];

export const FLOW_SCHEMA = strictFields({
  ...FLOW_HEAD_FIELDS,
  budget: BUDGET_SCHEMA.optional(),
  nodes: listField(z.union(NODE_SCHEMAS), { what: 'nodes', max: FLOW_LIMITS.nodes }).describe(
    'The nodes: at least one trigger and one node to run.',
  ),
  edges: listField(EDGE_SCHEMA, { what: 'edges', max: FLOW_LIMITS.edges }).describe(
    'The edges between nodes.',
  ),
}) satisfies z.ZodType<FlowDefinition>;
