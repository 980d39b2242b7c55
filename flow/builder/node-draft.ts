import type { FlowNode } from '../definition.js';

/** A node that gets its id from its place in a flow. */
export type NodeDraft<Kind extends FlowNode['kind'] = FlowNode['kind']> = {
  [Each in Kind]: Omit<Extract<FlowNode, { kind: Each }>, 'id'>;
}[Kind];
