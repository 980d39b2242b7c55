import { choiceField, countField, secondsField, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  over: textField(
    'The list, as a template. Any other value counts as one item; null or a missing value as an empty list.',
    {
      min: 1,
    },
  ),
  onError: choiceField("'continue': a failed item's result is its error. 'stop' (default): the loop fails.", [
    'stop',
    'continue',
  ]).optional(),
  parallel: countField('Items at once; default 1: one after another.', {
    min: 1,
    max: FLOW_LIMITS.parallel,
  }).optional(),
  delaySeconds: secondsField('Pause between items, in seconds.').optional(),
});
const SCHEMA = nodeSchema('loop', CONFIG).describe(
  'Runs its body once for each item. Output: results, total.',
);

export type LoopConfig = Described<typeof CONFIG>;
export type LoopNode = Described<typeof SCHEMA>;

export const loopKind = {
  schema: SCHEMA,
  output: ['results', 'total'],
  shape: 'double-box',
  templates: ({ over }: LoopConfig) => [{ field: 'config.over', value: over, isInput: true }],
} satisfies NodeKind<typeof SCHEMA, LoopConfig>;

/** Runs its body once per item. The results keep the order of the items. */
export function loop(config: LoopConfig, label?: string): Draft<LoopNode> {
  return { kind: 'loop', label, config };
}
