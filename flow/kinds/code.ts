import { strictFields, textField } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  expression: textField(
    "A JavaScript expression over 'nodes', 'trigger' and 'loop', without access to the host or the network. `Date.now()` is the time at which the node runs.",
    { min: 1 },
  ),
});
const SCHEMA = nodeSchema('code', CONFIG).describe(
  'A sandboxed JavaScript expression. Output: output, its value.',
);

export type CodeConfig = Described<typeof CONFIG>;
export type CodeNode = Described<typeof SCHEMA>;

export const codeKind = { schema: SCHEMA, output: ['output'] } satisfies NodeKind;

/** Evaluates a JavaScript expression in a sandbox. */
export function code(config: CodeConfig, label?: string): Draft<CodeNode> {
  return { kind: 'code', label, config };
}
