import {
  allHandlersFinished,
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  makeContinueAsNewFunc,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ConversationActivities,
  AnsweringMessage,
  PartOfTurn,
  RefusedTurn,
} from '../../protocol/activities/conversation.js';
import type { FailureTypeOf } from '../../protocol/failure-types.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import { unknownFlowMessage } from '../../flow/execution/unknown-flow.js';
import { type ConversationInput } from '../../protocol/messages.js';
import type { LimitRefusal } from '../../protocol/user-limits.js';
import { conversationAttributes, setMissing } from '../search-attributes.js';
import { checkWorkflowId } from '../check-workflow-id.js';
import { refusal } from '../refusal.js';
import { checkAnchor } from './check-anchor.js';
import { conversationState, type ConversationState } from './conversation-state.js';
import { setHandlers } from './handlers.js';
import { idle } from './idle.js';
import { requestCancel } from './request-cancel.js';
import { isRolloverDue } from './rollover.js';
import { carriedMemo } from './carried-memo.js';
import { processTurn } from './run-turn.js';
import { showDetails } from './show-details.js';
import { answeredSignal } from '../definitions.js';
import type { QueuedTurn } from './turn-ledger.js';
import { SETTLE_OPTIONS } from '../activity-options.js';
import { explainStackTrace } from '../explain-stack-trace.js';
import { refuseStart } from '../refuse-start.js';
import { localActivities } from '../local-activities.js';

const { storeTurns, findJoined, settleTurn, closeConversation } =
  localActivities<ConversationActivities>(SETTLE_OPTIONS);

export async function conversation(input: ConversationInput): Promise<void> {
  explainStackTrace();
  refuseStart(() => {
    checkWorkflowId(input, conversationWorkflowId);
    checkAnchor(input);
  });
  const state = conversationState(input);
  setHandlers(state);
  try {
    await workOff(state);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => cancelEverything(state));
    throw error;
  }
}

/** The memo is set with Continue-As-New, which costs no extra event. */
function rollOver(state: ConversationState): Promise<never> {
  const memo = { ...workflowInfo().memo, ...carriedMemo(state) };
  return makeContinueAsNewFunc<typeof conversation>({ memo })(state.carry());
}

async function workOff(state: ConversationState): Promise<void> {
  const { ledger } = state;
  let failure: unknown;
  let isRunning = false;
  const watch = idle(state, state.idleTimeoutMs);
  if (state.mustRecover) await store(state);
  for (;;) {
    showDetails(state);
    await condition(
      () =>
        failure !== undefined ||
        mustStore() ||
        mustSettle() ||
        mayCancel(state) ||
        mayStart() ||
        mayEnd() ||
        mayRollOver(),
    );
    if (failure !== undefined) throw failure;
    if (mustStore()) await store(state);
    else if (mustSettle()) ledger.settleSteering(await listJoined(ledger.steering));
    else if (mayCancel(state)) await cancelWaiting(state);
    else if (mayRollOver()) await rollOver(state);
    else if (mayStart()) begin();
    else if (state.closing) return close(state);
    else return;
  }

  function begin(): void {
    const turn = ledger.start();
    if (!turn) return;
    isRunning = true;
    processTurn(state, turn)
      .catch((error: unknown) => (failure = error))
      .finally(() => (isRunning = false));
  }
  /** While Continue-As-New is due, only turns with a waiting `ask` start. */
  function mayStart(): boolean {
    return !isRunning && ledger.queue.length > 0 && (!isRolloverDue(state) || state.asksInFlight > 0);
  }
  function mustStore(): boolean {
    return ledger.isUnstored || state.mustRecover;
  }
  function mustSettle(): boolean {
    return !isRunning && ledger.steering.length > 0;
  }
  function isQuiet(): boolean {
    return !isRunning && !mustStore() && !mustSettle() && allHandlersFinished();
  }
  function mayRollOver(): boolean {
    return isQuiet() && isRolloverDue(state);
  }
  function mayEnd(): boolean {
    return isQuiet() && ledger.queue.length === 0 && (state.closing || watch.isOver());
  }
}

async function store(state: ConversationState): Promise<void> {
  const { ledger, key, anchor, pastRef } = state;
  const turns = [...ledger.arrived.values()];
  const { inputs: changes } = ledger.changes;
  const { inputs: drops } = ledger.drops;
  const { inputs: repeated } = ledger.repeats;
  // Reset before the read, so that a turn lost meanwhile leads to another search.
  state.mustRecover = false;
  const result = await CancellationScope.nonCancellable(() =>
    storeTurns.executeWithOptions({ summary: wordSummary(turns.length) }, [
      {
        ...key,
        anchor,
        pastRef,
        turns,
        repeated: repeated.length > 0 ? repeated : undefined,
        changes: changes.length > 0 ? changes : undefined,
        drops: drops.length > 0 ? drops : undefined,
        waiting: ledger.unfinished,
        isCancelling: ledger.isRunningCancelled || undefined,
      },
    ]),
  );
  // Their senders were notified in the previous Workflow Task.
  ledger.overLimit.clear();
  ledger.conflicts.clear();
  ledger.forgetOldest();
  if (result.kind === 'unknown-flow')
    return refuseAll(state, {
      type: 'Conversation.UnknownFlow',
      message: unknownFlowMessage(key.flow, result.known),
    });
  if (result.kind === 'no-thread') return refuseAll(state, result);
  const changed = (result.changes ?? []).flatMap((change) => ('problem' in change ? [] : [change.turnId]));
  ledger.file(
    result.turns.map(({ id, kind = 'message', ...turn }) => ({ turnId: id, kind, ...turn })),
    changed,
  );
  for (const part of result.joined ?? []) ledger.joinTurn(part);
  for (const answer of result.answers ?? []) if (answer.isOwn !== true) ledger.joinTurn(answer);
  if (ledger.isRunningCancelled) state.cancelRunning?.();
  for (const id of result.missingTexts ?? [])
    ledger.refuse(
      id,
      'Conversation.InvalidTurn',
      'No text is stored under that reference for this conversation',
    );
  for (const refused of result.refused ?? []) refuseMessage(state, refused);
  ledger.changes.settle(result.changes ?? []);
  ledger.drops.settle(result.drops ?? []);
  const { conflicts = [], repeatConflicts = [] } = result;
  ledger.repeats.settle(repeated.map((_turn, index) => repeatConflicts.includes(index)));
  for (const turnId of conflicts) ledger.conflicts.add(turnId);
  noteConflicts(state, conflicts.length + repeatConflicts.length);
  if (result.overLimit) refuseOverLimit(state, result.overLimit);
  for (const answer of result.answers ?? []) await passOn(state, answer);
  state.rolloverEvents = result.rolloverEvents;
  state.registered = result.searchAttributes;
  setMissing(state.registered, conversationAttributes(state));
}

/** A refused Signal appears only in the log and the Query `status`. */
function refuseOverLimit(
  { ledger, refused }: ConversationState,
  { turnIds, ...refusal }: LimitRefusal & { turnIds: readonly string[] },
): void {
  ledger.refuseOverLimit(turnIds, refusal);
  refused.count += turnIds.length;
  refused.last = refusal.message;
  log.warn('Messages refused', { count: turnIds.length, reason: refusal.message });
}

function noteConflicts({ refused }: ConversationState, count: number): void {
  if (count === 0) return;
  refused.count += count;
  refused.last = 'The turn id was used for another message';
  log.warn('Messages refused', { count, reason: refused.last });
}

function refuseMessage({ ledger, refused }: ConversationState, { turnId, message, type }: RefusedTurn): void {
  ledger.refuse(turnId, type ?? 'Conversation.InvalidTurn', message);
  refused.count += 1;
  refused.last = message;
  log.warn('Message refused', { turnId, reason: message });
}

async function refuseAll(
  state: ConversationState,
  { type, message }: { type: FailureTypeOf<'Conversation'>; message: string },
): Promise<never> {
  const { ledger } = state;
  state.closing = true;
  do {
    for (const turnId of [...ledger.arrived.keys()]) ledger.refuse(turnId, type, message);
    ledger.changes.settle(
      ledger.changes.inputs.map(() => ({ type: 'Conversation.InvalidTurn', problem: message })),
    );
    ledger.drops.settle(ledger.drops.inputs.map(() => ({ problem: message })));
    ledger.repeats.settle(ledger.repeats.inputs.map(() => false));
    // Repeats, because more messages may arrive while handlers finish.
    await condition(() => allHandlersFinished() || ledger.isUnstored);
  } while (ledger.isUnstored);
  throw refusal(type, message);
}

async function passOn({ ledger }: ConversationState, answer: AnsweringMessage): Promise<void> {
  const { turnId, ended, executionId, nodeId, iteration, call } = answer;
  // If the turn is being canceled, sends no Signal, which could arrive before the cancellation.
  if (ended || ledger.cancelling.has(turnId)) return;
  try {
    await getExternalWorkflowHandle(executionId).signal(answeredSignal, { nodeId, iteration, call });
  } catch (error) {
    log.warn('The execution that asked has ended', { executionId, reason: String(error) });
  }
}

function wordSummary(messages: number): string {
  if (messages === 0) return 'resume the turns of an earlier run';
  return messages === 1 ? 'store a message' : `store ${messages} messages`;
}

function mayCancel({ ledger }: ConversationState): boolean {
  return ledger.cancelled !== undefined;
}

async function cancelWaiting(state: ConversationState): Promise<void> {
  const turn = state.ledger.cancelled;
  if (turn) await settle(state, turn);
}

async function settle(state: ConversationState, { turnId, whileRunning }: QueuedTurn): Promise<void> {
  const { ledger } = state;
  const status = await CancellationScope.nonCancellable(() =>
    settleTurn.executeWithOptions({ summary: 'cancel a queued message' }, [{ turnId, status: 'cancelled' }]),
  );
  const [part] = whileRunning === 'steer' && status !== 'cancelled' ? await listJoined([turnId]) : [];
  if (!part) return ledger.end(turnId, { status });
  ledger.joinTurn(part);
  // A message that joined the turn cannot be withdrawn, so the whole turn is canceled.
  requestCancel(state, { turnId });
}

function listJoined(messageIds: readonly string[]): Promise<readonly PartOfTurn[]> {
  return CancellationScope.nonCancellable(() =>
    findJoined.executeWithOptions({ summary: 'find the messages that joined the turn' }, [{ messageIds }]),
  );
}

async function cancelEverything(state: ConversationState): Promise<void> {
  const { ledger } = state;
  await condition(() => ledger.running === null);
  await finish(state);
}

/** More work may arrive while handlers finish. */
async function finish(state: ConversationState): Promise<void> {
  const { ledger } = state;
  for (;;) {
    if (ledger.isUnstored) await store(state);
    const [next] = ledger.queue;
    if (next) await settle(state, next);
    await condition(() => allHandlersFinished() || ledger.isUnstored || ledger.queue.length > 0);
    if (!ledger.isUnstored && ledger.queue.length === 0) return;
  }
}

async function close(state: ConversationState): Promise<void> {
  await closeConversation.executeWithOptions({ summary: 'close the conversation' }, []);
  await finish(state);
  log.info('Conversation closed', { turns: state.ledger.turns });
}
