import {
  condition,
  currentUpdateInfo,
  log,
  setDefaultSignalHandler,
  setHandler,
  type SignalDefinition,
} from '@temporalio/workflow';
import { AnswerReference } from '../../protocol/answer-reference.js';
import { errorMessage } from '../../protocol/error-message.js';
import { turnIdProblem, turnWorkflowId } from '../../protocol/ids.js';
import {
  type AskResult,
  type CancelTurnInput,
  type CancelTurnResult,
  type DropTurnInput,
  type SwitchBranchInput,
  type TurnInput,
  type TurnReceipt,
} from '../../protocol/messages.js';
import type { TurnKind } from '../../protocol/final-status.js';
import { refusal } from '../refusal.js';
import { refuseExecutionUpdates } from '../refuse-foreign-updates.js';
import { whyNotAdmitted, whyNotAsk, whyNotChange, whyNotTurn, whyNotUpdate } from './admission.js';
import { changeResent, changeTurn, toReceipt } from './change-turn.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import type { Wanted } from './wanted-list.js';
import type { ConversationState } from './conversation-state.js';
import { conversationStatus } from './conversation-status.js';
import { dropReservedSignals } from './drop-reserved-signals.js';
import { dropTurn } from './drop-turn.js';
import { forkFromTurn } from './fork-from-turn.js';
import { requestCancel } from './request-cancel.js';
import { signalTurnId } from './signal-turn-id.js';
import { unknownFields } from './turn-fields.js';
import { whyNotCancel, whyNotDrop, whyNotFork, whyNotSwitch, type Refusal } from './why-not.js';
import {
  askUpdate,
  cancelTurnSignal,
  cancelTurnUpdate,
  changeTurnUpdate,
  clearSignal,
  clearUpdate,
  closeSignal,
  closeUpdate,
  dropTurnSignal,
  dropTurnUpdate,
  forkUpdate,
  postTurnSignal,
  recoverSignal,
  statusQuery,
  submitTurnUpdate,
  switchBranchSignal,
  switchBranchUpdate,
} from '../definitions.js';

/** Checks everything in validators, because a rejected Update leaves no event. */
export function setHandlers(state: ConversationState): void {
  setSignalHandlers(state);
  refuseExecutionUpdates(state.conversationId);
  setHandler(submitTurnUpdate, (input) => submit(state, arrive(state, 'message', input)), {
    validator: (input) => throwIf(whyNotUpdate(state, input)),
    description: 'Stores a message and returns its place in the queue',
  });
  setHandler(askUpdate, (input) => ask(state, input), {
    validator: (input) => throwIf(whyNotUpdate(state, input) ?? whyNotAsk(state)),
    description: 'Stores a message and returns its answer',
  });
  setHandler(clearUpdate, () => submit(state, arrive(state, 'clear', {})), {
    validator: () => throwIf(whyNotAdmitted(state, undefined)),
    description: 'Hides earlier messages from later turns; deletes nothing',
  });
  setHandler(switchBranchUpdate, (input) => submit(state, arrive(state, 'switch', input)), {
    validator: (input) => throwIf(whyNotSwitch(input) ?? whyNotAdmitted(state, input.turnId)),
    description: 'Continues with another branch of the thread; deletes nothing',
  });
  setHandler(cancelTurnUpdate, (input) => cancelTurn(state, input), {
    validator: (input) => throwIf(whyNotCancel(input)),
    description: 'Cancels the running message, or the next one if none runs, or any by its id',
  });
  setHandler(
    changeTurnUpdate,
    (input) => changeTurn(state, { ...input, updateId: currentUpdateInfo()?.id }),
    {
      validator: (input) => throwIf(whyNotChange(state, input)),
      description: 'Changes the text of a queued message, or how it is sent, or changes nothing and fails',
    },
  );
  setHandler(dropTurnUpdate, (input) => dropTurn(state, input), {
    validator: (input) => throwIf(whyNotDrop(input)),
    description: 'Hides an unanswered message from later turns, or shows it again',
  });
  setHandler(forkUpdate, (input) => forkFromTurn(state, input), {
    validator: (input) => throwIf(whyNotFork(state.key, input)),
    description: 'Begins another conversation with the messages up to a turn that has ended',
  });
  setHandler(closeUpdate, () => close(state), {
    description: 'Refuses new messages, processes queued ones, and ends the thread',
  });
  setHandler(statusQuery, () => conversationStatus(state), {
    description: 'Returns the running message and the queued ones',
  });
}

const SIGNALS = [
  [postTurnSignal, 'Stores a message; refused ones are logged'],
  [clearSignal, "Like the Update 'clear', without a response"],
  [cancelTurnSignal, "Like the Update 'cancelTurn', without a response"],
  [dropTurnSignal, "Like the Update 'dropTurn', without a response"],
  [switchBranchSignal, "Like the Update 'switchBranch', without a response"],
  [closeSignal, "Like the Update 'close', without a response"],
  [recoverSignal, 'Sent by Threadline: stored messages lost their conversation'],
] as const;

/**
 * One default handler receives all Signals: the SDK would pass buffered Signals to several handlers out of
 * order.
 */
function setSignalHandlers(state: ConversationState): void {
  // A Map, because senders choose the names, and an object would also match `valueOf`.
  const handlers = new Map<string, (input: unknown) => void>([
    [
      postTurnSignal.name,
      (input) => {
        // Untrusted until `whyNotTurn` checks it.
        const turn = input as TurnInput;
        noteIgnored(state, unknownFields(turn));
        unlessRefused(state, whyNotTurn(state, turn), () => arrive(state, 'message', turn));
      },
    ],
    [
      clearSignal.name,
      () => unlessRefused(state, whyNotAdmitted(state, undefined), () => arrive(state, 'clear', {})),
    ],
    [
      cancelTurnSignal.name,
      (input) => {
        const cancel = (input ?? undefined) as CancelTurnInput | undefined;
        unlessRefused(state, whyNotCancel(cancel), () => requestCancel(state, cancel));
      },
    ],
    [
      switchBranchSignal.name,
      (input) => {
        const to = input as SwitchBranchInput;
        const why = whyNotSwitch(to) ?? whyNotAdmitted(state, to.turnId);
        unlessRefused(state, why, () => arrive(state, 'switch', to));
      },
    ],
    [
      dropTurnSignal.name,
      (input) => {
        const drop = input as DropTurnInput;
        unlessRefused(state, whyNotDrop(drop), () => dropSignalled(state, drop));
      },
    ],
    [closeSignal.name, () => void close(state)],
    [recoverSignal.name, () => void (state.mustRecover = true)],
  ]);
  dropReservedSignals();
  setDefaultSignalHandler((name, input) => {
    const handle = handlers.get(name);
    if (!handle) log.warn('Signal unknown', { name });
    else handle(input);
  });
  for (const [definition, description] of SIGNALS)
    setHandler(definition as SignalDefinition<[unknown]>, (input) => handlers.get(definition.name)?.(input), {
      description,
    });
  setDefaultSignalHandler(undefined);
}

function dropSignalled(state: ConversationState, drop: DropTurnInput): void {
  dropTurn(state, drop).catch((error: unknown) =>
    noteRefused(state, { type: 'Conversation.InvalidTurn', message: errorMessage(error) }),
  );
}

function close(state: ConversationState): null {
  state.closing = true;
  return null;
}

interface Arrival {
  turn: NewTurn;
  repeat?: Wanted<NewTurn, boolean> | undefined;
}

function arrive(
  state: ConversationState,
  kind: TurnKind,
  input: TurnInput & Partial<SwitchBranchInput>,
): Arrival {
  const turnId = input.turnId ?? updateTurnId() ?? signalTurnId(state, kind, input);
  const { text, textRef, parts, data, output, whileRunning: mode = 'queue' } = input;
  const { retryOf, regenerateOf, editOf, branch } = input;
  const whileRunning = mode === 'queue' ? undefined : mode;
  state.lastActivityMs = Date.now();
  const turn: NewTurn = {
    turnId,
    kind,
    text: textRef === undefined ? text : undefined,
    textRef,
    parts,
    data,
    output,
    retryOf,
    regenerateOf,
    editOf,
    branch: kind === 'switch' ? branch : undefined,
    whileRunning,
  };
  if (state.ledger.knows(turnId)) return { turn, repeat: state.ledger.repeats.add(turn) };
  state.ledger.arrive(turn);
  if (input.priority !== undefined) state.ledger.priorities.set(turnId, input.priority);
  return { turn };
}

/** Undefined if the Update's id, which its caller chose, is not a valid turn id. */
function updateTurnId(): string | undefined {
  const id = currentUpdateInfo()?.id;
  return id === undefined || turnIdProblem(id) ? undefined : id;
}

async function submit(state: ConversationState, { turn, repeat }: Arrival): Promise<TurnReceipt> {
  const { ledger } = state;
  const { turnId: messageId } = turn;
  await condition(() => !ledger.arrived.has(messageId) && (!repeat || repeat.outcome !== undefined));
  const isConflict = repeat ? repeat.outcome : ledger.conflicts.has(messageId);
  if (isConflict)
    throw refusal(
      'Turn.Conflict',
      `Turn id '${messageId}' was used for another message: send this one under a new id`,
    );
  const overLimit = ledger.overLimit.get(messageId);
  if (overLimit) throw refusal(overLimit.type, overLimit.message, overLimit.details);
  const outcome = ledger.ended.get(ledger.turnOf(messageId));
  if (outcome?.type !== undefined && outcome.isRefused === true)
    throw refusal(outcome.type, outcome.message ?? 'Refused');
  await changeResent(state, turn);
  return toReceipt(state, messageId);
}

async function ask(state: ConversationState, input: TurnInput): Promise<AskResult> {
  const { ledger } = state;
  state.asksInFlight += 1;
  try {
    const receipt = await submit(state, arrive(state, 'message', input));
    await condition(() => ledger.outcomeOf(receipt.turnId) !== undefined);
    const outcome = ledger.outcomeOf(receipt.turnId);
    // The message may have joined another turn.
    const turnId = ledger.turnOf(receipt.turnId);
    if (outcome?.status === 'completed') {
      const executionId = turnWorkflowId(state.conversationId, turnId);
      // The worker encodes the reference as an AskResult.
      return new AnswerReference(turnId, executionId) as unknown as AskResult;
    }
    if (outcome?.status === 'cancelled')
      throw refusal('Conversation.TurnCancelled', `Turn '${turnId}' was canceled`);
    throw failed(turnId, outcome);
  } finally {
    state.asksInFlight -= 1;
  }
}

function failed(turnId: string, outcome: { type?: string; message?: string } | undefined) {
  const message = outcome?.message ?? `Turn '${turnId}' failed earlier; its execution shows why`;
  return refusal(outcome?.type ?? 'Conversation.TurnFailed', message);
}

async function cancelTurn(
  state: ConversationState,
  input: CancelTurnInput | undefined,
): Promise<CancelTurnResult> {
  const { ledger } = state;
  const turnId = requestCancel(state, input);
  if (turnId === undefined) return { turnId: null, status: null };
  // The user's limit may refuse the message, which leaves it without an outcome.
  await condition(() => ledger.outcomeOf(turnId) !== undefined || !ledger.knows(turnId));
  const outcome = ledger.outcomeOf(turnId);
  return outcome ? { turnId: ledger.turnOf(turnId), status: outcome.status } : { turnId: null, status: null };
}

function throwIf(why: Refusal): void {
  if (why) throw refusal(why.type, why.message);
}

/** A Signal has no response, so counts and logs the refusal. */
function unlessRefused(state: ConversationState, why: Refusal, take: () => void): void {
  if (!why) return take();
  noteRefused(state, why);
}

function noteIgnored(state: ConversationState, message: string | undefined): void {
  if (message === undefined) return;
  state.ignored = { count: (state.ignored?.count ?? 0) + 1, last: message };
  log.warn('Fields of a Signal ignored', { reason: message });
}

function noteRefused(state: ConversationState, { type, message }: NonNullable<Refusal>): void {
  state.refused = { count: state.refused.count + 1, last: message };
  log.warn('Signal refused', { type, reason: message });
}
