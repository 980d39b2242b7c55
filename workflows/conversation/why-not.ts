import type { FailureTypeOf } from '../../protocol/failure-types.js';
import type { ConversationKey } from '../../protocol/ids.js';
import type {
  CancelTurnInput,
  DropTurnInput,
  ForkInput,
  SwitchBranchInput,
} from '../../protocol/messages.js';
import { unreadableReason } from '../unreadable-payload.js';
import { cancelInputProblem, dropInputProblem, forkInputProblem, switchInputProblem } from './check-turn.js';

export type Refusal = { type: FailureTypeOf<'Conversation' | 'Encryption'>; message: string } | undefined;

export function whyNotCancel(input: CancelTurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed) return sealed;
  const problem = cancelInputProblem(input);
  return problem ? { type: 'Conversation.InvalidTurn', message: problem } : undefined;
}

export function whyNotDrop(input: DropTurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed) return sealed;
  const problem = dropInputProblem(input);
  return problem ? { type: 'Conversation.InvalidTurn', message: problem } : undefined;
}

export function whyNotFork(source: ConversationKey, input: ForkInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed) return sealed;
  const problem = forkInputProblem(source, input);
  return problem ? { type: 'Conversation.InvalidTurn', message: problem } : undefined;
}

export function whyNotSwitch(input: SwitchBranchInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed) return sealed;
  const problem = switchInputProblem(input);
  return problem ? { type: 'Conversation.InvalidTurn', message: problem } : undefined;
}

export function whySealed(input: unknown): Refusal {
  const why = unreadableReason(input);
  return why === undefined ? undefined : { type: 'Encryption.Unreadable', message: why };
}
