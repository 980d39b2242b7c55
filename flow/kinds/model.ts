import { strictFields } from '../schema/fields.js';
import type { AgentConfig } from './agent.js';
import { CALL_FIELDS } from './call-fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields(CALL_FIELDS);
const SCHEMA = nodeSchema('model', CONFIG).describe('One model call. Output: output, its text.');

export type ModelConfig = Described<typeof CONFIG>;
export type ModelNode = Described<typeof SCHEMA>;

/** One model call. */
export const modelKind = {
  schema: SCHEMA,
  output: ['output'],
  templates: ({ prompt }: ModelConfig) => [{ field: 'config.prompt', value: prompt }],
  calls: (config: ModelConfig): AgentConfig => ({ ...config, maxSteps: 1 }),
} satisfies NodeKind<typeof SCHEMA, ModelConfig>;

/** One model call. */
export function model(config: ModelConfig, label?: string): Draft<ModelNode> {
  return { kind: 'model', label, config };
}
