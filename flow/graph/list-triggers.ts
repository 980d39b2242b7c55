import type { FlowDefinition } from '../definition.js';
import { isTrigger } from '../kinds/traits.js';

export function listTriggers(flows: readonly FlowDefinition[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    flows.map(({ slug, nodes }) => [slug, nodes.filter(({ kind }) => isTrigger(kind)).map(({ id }) => id)]),
  );
}
