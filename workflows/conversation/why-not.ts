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

export type Refusal =
  { type: FailureTypeOf<'Conversation' | 'Encryption' | 'Turn'>; message: string } | undefined;

export function whyNotCancel(input: CancelTurnInput | undefined): Refusal {
  return whySealed(input) ?? whyInvalid(cancelInputProblem(input));
}

export function whyNotDrop(input: DropTurnInput | undefined): Refusal {
  return whySealed(input) ?? whyInvalid(dropInputProblem(input));
}

export function whyNotFork(source: ConversationKey, input: ForkInput | undefined): Refusal {
  return whySealed(input) ?? whyInvalid(forkInputProblem(source, input));
}

export function whyNotSwitch(input: SwitchBranchInput | undefined): Refusal {
  return whySealed(input) ?? whyInvalid(switchInputProblem(input));
}

export function whyInvalid(problem: string | undefined): Refusal {
  return problem ? { type: 'Conversation.InvalidTurn', message: problem } : undefined;
}

export function whySealed(input: unknown): Refusal {
  const why = unreadableReason(input);
  return why ? { type: 'Encryption.Unreadable', message: why } : undefined;
}
