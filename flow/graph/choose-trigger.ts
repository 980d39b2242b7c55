import type { FlowDefinition } from '../definition.js';
import { isTrigger } from '../kinds/traits.js';

export function chooseTrigger(
  { nodes }: FlowDefinition,
  wanted: { isTurn: boolean; triggerId?: string | null },
): string | undefined {
  const triggers = nodes.filter(({ kind }) => isTrigger(kind));
  if (typeof wanted.triggerId === 'string') return triggers.find(({ id }) => id === wanted.triggerId)?.id;
  const kind = wanted.isTurn ? 'chat' : 'manual';
  return (triggers.find((trigger) => trigger.kind === kind) ?? triggers[0])?.id;
}
