import { strictFields, textField } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  expression: textField(
    "An expression in JavaScript. It sees 'nodes', 'trigger' and 'loop'; no functions of the host, no network. `Date.now()` is the time at which the node runs; its value is stored, so it is computed once.",
    { min: 1 },
  ),
});
const SCHEMA = nodeSchema('code', CONFIG).describe(
  'An expression in JavaScript, without any access to the machine. Output: output, its value.',
);

export type CodeConfig = Described<typeof CONFIG>;
export type CodeNode = Described<typeof SCHEMA>;

export const codeKind = { schema: SCHEMA, output: ['output'] } satisfies NodeKind;

/** A JavaScript expression, without access to the machine. */
export function code(config: CodeConfig, label?: string): Draft<CodeNode> {
  return { kind: 'code', label, config };
}
