import type { CustomNode } from './custom.js';
import type { Described } from './node-kind.js';
import type NODE_KINDS from './node-kinds.js';
import type { BuiltInKind } from './traits.js';

export type BuiltInNode<Kind extends BuiltInKind = BuiltInKind> = {
  [Each in Kind]: Each extends keyof typeof NODE_KINDS
    ? Described<(typeof NODE_KINDS)[Each]['schema']>
    : never;
}[Kind];

export type FlowNode = BuiltInNode | CustomNode;
