import type { FailureTypeOf } from '../../protocol/failure-types.js';
import { turnIdProblem } from '../../protocol/ids.js';
import type { ConversationKey } from '../../protocol/ids.js';
import type {
  CancelTurnInput,
  DropTurnInput,
  ForkInput,
  SwitchBranchInput,
} from '../../protocol/messages.js';
import { UnreadablePayload, unreadableReason } from '../unreadable-payload.js';
import { dropInputProblem, forkInputProblem, switchInputProblem } from './check-turn.js';

/** Why an input is refused; undefined: it is accepted. */
export type Refusal = { type: FailureTypeOf<'Conversation' | 'Encryption'>; message: string } | undefined;

/** Why a cancel is refused. */
export function whyNotCancel(input: CancelTurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed !== undefined) return sealed;
  if (input !== undefined && (typeof input !== 'object' || input instanceof UnreadablePayload))
    return {
      type: 'Conversation.InvalidTurn',
      message: 'A cancel\'s input is nothing, or an object like {"turnId":"…"}',
    };
  const problem = input?.turnId === undefined ? undefined : turnIdProblem(input.turnId);
  return problem === undefined
    ? undefined
    : { type: 'Conversation.InvalidTurn', message: `Turn id ${problem}` };
}

/** Why a drop is refused. */
export function whyNotDrop(input: DropTurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed !== undefined) return sealed;
  const problem = dropInputProblem(input);
  return problem === undefined ? undefined : { type: 'Conversation.InvalidTurn', message: problem };
}

/** Why a fork is refused. */
export function whyNotFork(source: ConversationKey, input: ForkInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed !== undefined) return sealed;
  const problem = forkInputProblem(source, input);
  return problem === undefined ? undefined : { type: 'Conversation.InvalidTurn', message: problem };
}

/** Why a switch is refused. */
export function whyNotSwitch(input: SwitchBranchInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed !== undefined) return sealed;
  const problem = switchInputProblem(input);
  return problem === undefined ? undefined : { type: 'Conversation.InvalidTurn', message: problem };
}

/** Its sender encrypted it with a key that this worker lacks. */
export function whySealed(input: unknown): Refusal {
  const why = unreadableReason(input);
  return why === undefined ? undefined : { type: 'Encryption.Unreadable', message: why };
}
