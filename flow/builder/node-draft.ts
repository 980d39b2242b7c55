import type { FlowNode } from '../kinds/flow-node.js';
import type { Draft } from '../kinds/node-kind.js';

/** A node that gets its id from its place in a flow. */
export type NodeDraft<Kind extends FlowNode['kind'] = FlowNode['kind']> = {
  [Each in Kind]: Draft<Extract<FlowNode, { kind: Each }>>;
}[Kind];
