import type { FlowDefinition } from '../definition.js';
import { hasTrait, isTrigger } from '../kinds/traits.js';

export function chooseTrigger(
  { nodes }: FlowDefinition,
  wanted: { isTurn: boolean; triggerId?: string | null },
): string | undefined {
  const triggers = nodes.filter(({ kind }) => isTrigger(kind));
  if (typeof wanted.triggerId === 'string') return triggers.find(({ id }) => id === wanted.triggerId)?.id;
  const fitting = triggers.find((trigger) => hasTrait(trigger, 'startsChat') === wanted.isTurn);
  return (fitting ?? triggers[0])?.id;
}
