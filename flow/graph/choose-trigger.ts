import type { FlowDefinition } from '../definition.js';
import { isTrigger } from '../kinds/traits.js';

/**
 * The trigger that fires: the one that is named, else the first of the kind that fits (`chat` for a turn, `manual`
 * for anything else), else the first there is. Undefined: the flow has none such.
 */
export function chooseTrigger(
  { nodes }: FlowDefinition,
  wanted: { isTurn: boolean; triggerId?: string | null },
): string | undefined {
  const triggers = nodes.filter(({ kind }) => isTrigger(kind));
  if (typeof wanted.triggerId === 'string') return triggers.find(({ id }) => id === wanted.triggerId)?.id;
  const kind = wanted.isTurn ? 'chat' : 'manual';
  return (triggers.find((trigger) => trigger.kind === kind) ?? triggers[0])?.id;
}
