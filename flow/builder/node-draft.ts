import type { FlowNode } from '../kinds/flow-node.js';
import type { Draft } from '../kinds/node-kind.js';

/** The id comes from the node's key in the flow. */
export type NodeDraft<Kind extends FlowNode['kind'] = FlowNode['kind']> = {
  [Each in Kind]: Draft<Extract<FlowNode, { kind: Each }>>;
}[Kind];
