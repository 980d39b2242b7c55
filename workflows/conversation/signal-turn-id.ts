import { workflowInfo } from '@temporalio/workflow';
import type { TurnInput } from '../../protocol/messages.js';
import { shortHash } from '../../protocol/short-hash.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { ConversationState } from './conversation-state.js';

/** Derived from the content, because a reset reapplies Signals. An ordinal distinguishes equal ones. */
export function signalTurnId(state: ConversationState, kind: TurnKind, input: TurnInput): string {
  state.signals += 1;
  return `signal-${workflowInfo().firstExecutionRunId}-${state.signals}-${shortHash(JSON.stringify([kind, input]))}`;
}
