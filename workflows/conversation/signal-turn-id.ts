import { workflowInfo } from '@temporalio/workflow';
import type { TurnInput } from '../../protocol/messages.js';
import type { TurnKind } from '../../protocol/status.js';
import type { ConversationState } from './conversation-state.js';

/**
 * A reset reapplies later Signals in order, so each gets its old id and starts no second turn. The ordinal
 * distinguishes equal Signals.
 */
export function signalTurnId(state: ConversationState, kind: TurnKind, input: TurnInput): string {
  state.signals += 1;
  return `signal-${workflowInfo().firstExecutionRunId}-${state.signals}-${hash(JSON.stringify([kind, input]))}`;
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv): the sandbox has no hash function. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
