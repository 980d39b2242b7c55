import type { FlowNode } from '../definition.js';

/** Whether nodes of this kind start a flow; nothing can lead to them. */
export function isTrigger(kind: FlowNode['kind'] | undefined): kind is 'chat' | 'manual' {
  return kind === 'chat' || kind === 'manual';
}
