import { withJsonSchema, type WithSchema } from '../output/to-json-schema.js';
import { strictFields } from '../schema/fields.js';
import type { AgentConfig } from './agent.js';
import { CALL_FIELDS, callOutput } from './call-fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields(CALL_FIELDS);
const SCHEMA = nodeSchema('model', CONFIG).describe(
  'One model call. Output: output, its text or the requested object.',
);

export type ModelConfig = Described<typeof CONFIG>;
export type ModelNode = Described<typeof SCHEMA>;

export const modelKind = {
  schema: SCHEMA,
  output: ['output'],
  outputOf: callOutput,
  templates: ({ system, prompt }: ModelConfig) => [
    { field: 'config.system', value: system },
    { field: 'config.prompt', value: prompt },
  ],
  calls: (config: ModelConfig): AgentConfig => ({ ...config, maxSteps: 1 }),
} satisfies NodeKind<typeof SCHEMA, ModelConfig>;

/** Calls a model once, without tools. */
export function model(config: WithSchema<ModelConfig>, label?: string): Draft<ModelNode> {
  return { kind: 'model', label, config: withJsonSchema(config) };
}
