import { z } from 'zod';
import { secondsField, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  seconds: z
    .union(
      [secondsField('Seconds to wait.'), textField('A number of seconds, as a template.', { min: 1 })],
      `it must be a number of seconds from 0 to ${FLOW_LIMITS.seconds.toLocaleString('en')}, or a template that returns one`,
    )
    .describe('A number of seconds, or a template that returns one.'),
});
const SCHEMA = nodeSchema('wait', CONFIG).describe('Waits for a time. Output: waited_seconds.');

export type WaitConfig = Described<typeof CONFIG>;
export type WaitNode = Described<typeof SCHEMA>;

export const waitKind = {
  schema: SCHEMA,
  output: ['waited_seconds'],
  shape: 'hexagon',
  templates: ({ seconds }: WaitConfig) =>
    typeof seconds === 'string' ? [{ field: 'config.seconds', value: seconds }] : [],
} satisfies NodeKind<typeof SCHEMA, WaitConfig>;

/** Waits by a timer. */
export function wait(config: WaitConfig, label?: string): Draft<WaitNode> {
  return { kind: 'wait', label, config };
}
