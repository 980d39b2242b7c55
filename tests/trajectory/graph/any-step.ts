import fc from 'fast-check';
import type { EdgeType } from '../../../trajectory/graph/edge-types.js';
import type { PointerMove } from '../../../trajectory/graph/new-node.js';
import { NODE_TYPES, type NodeType } from '../../../trajectory/graph/node-types.js';
import type { JsonValue } from '../../../trajectory/graph/trajectory-node.js';

export type Step =
  | {
      kind: 'register';
      type: NodeType;
      label: string | undefined;
      predecessors: number[];
      edge: EdgeType | undefined;
      pointer: PointerMove | undefined;
      value: JsonValue;
    }
  | { kind: 'connect'; from: number; to: number; type: EdgeType | undefined }
  | { kind: 'modify'; node: number; description: string | null; value: JsonValue }
  | { kind: 'remove'; node: number }
  | { kind: 'restore' | 'restore-from-files' };

const at = fc.nat(30);
const type = fc.constantFrom<NodeType>('Action', 'Action', 'State', 'State', ...NODE_TYPES);
const edge = fc.option(fc.constantFrom<EdgeType>('generates', 'triggers', 'has_conclusion', 'continues_to'), {
  nil: undefined,
  freq: 2,
});
const label = fc.option(
  fc.constantFrom('action00002', 'state00001', '__proto__', 'constructor', 'a"b', 'a\nb', ''),
  {
    nil: undefined,
    freq: 4,
  },
);
const text = fc.string({
  unit: fc.constantFrom('a', '"', '\n', '\u0000', '\ud800', '\udc00', '😀'),
  maxLength: 4,
});
const value = fc.oneof(
  fc.constantFrom<JsonValue>(null, 0, 1, true, '__proto__'),
  text,
  fc
    .constantFrom('{"__proto__":1}', '{"constructor":{"b":1,"a":2}}', '{"a":["\\u0000"]}')
    .map((json) => JSON.parse(json) as JsonValue),
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      type,
      label,
      predecessors: fc.array(at, { maxLength: 3 }),
      edge,
      pointer: fc.constantFrom<(PointerMove | undefined)[]>(undefined, 'replace', 'add', 'remove'),
      value,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('connect' as const), from: at, to: at, type: edge }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('modify' as const),
      node: at,
      description: fc.option(text),
      value,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), node: at }) },
  fc.constantFrom<Step>({ kind: 'restore' }, { kind: 'restore-from-files' }),
);
