import type { Database, DatabaseTransaction } from '../database.js';
import { toAcceptedTurns, type AcceptTurnsResult } from './accepted-turns.js';
import { listFlowSlugs } from '../flows/flows.js';
import {
  loadQueueState,
  lockOpenConversation,
  type LockedConversation,
  type OrderedTurn,
  type QueueState,
} from './load-queue-state.js';
import { insertPast } from './import-conversation.js';
import { insertConversation } from './insert-conversation.js';
import type { GivenPast } from '../../protocol/one-off.js';
import { dropTurns, sortRetries } from './retried-turns.js';
import type { ThreadPlace } from './find-anchor.js';
import { placeThread } from './place-thread.js';
import { needsPast, sortBranching } from './branching-turns.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import { acceptPlain } from './accept-plain.js';
import { changeTurns } from './change-turns.js';
import { insertTurns, type InsertedTurns, type TakenTurns } from './insert-turns.js';
import { joinMessages } from './joining-turns.js';
import { omitMessages } from './omit-messages.js';
import { readMessage } from './read-message.js';
import { takeAnswers } from './take-answers.js';
import { findConflicts } from './turn-content.js';
import { storeCheckedUploads } from '../uploads/store-upload.js';
import { claimText } from './stored-texts.js';

/** Idempotent. Reusing a turn id with other content is a conflict. */
export async function acceptTurns(db: Database, input: AcceptTurnsInput): Promise<AcceptTurnsResult> {
  return (await acceptPlain(db, input)) ?? acceptLocked(db, input);
}

async function acceptLocked(db: Database, input: AcceptTurnsInput): Promise<AcceptTurnsResult> {
  return db.transaction().execute(async (trx) => {
    // Checked again under the lock, because another worker may have stored the turns.
    let conversation = await lockOpenConversation(trx, input);
    let before = await loadQueueState(trx, input);
    const isBegun = findUnknown(before, input).some((turn) => !needsPast(turn));
    if (!conversation && isBegun) {
      if (before.room <= 0)
        return toAcceptedTurns(before, input, { overLimit: listIds(findUnknown(before, input)) });
      // Read only for a new conversation, because flows are never deleted.
      const flows = await listFlowSlugs(trx);
      if (!flows.includes(input.flow)) return { kind: 'unknown-flow', known: flows };
      const place =
        input.thread === undefined ? undefined : await placeThread(trx, { ...input, anchor: input.anchor });
      if (place && 'kind' in place) return place;
      const past = await claimPast(trx, input);
      conversation = await createConversation(trx, { ...input, place, past });
      if (!conversation)
        return toAcceptedTurns(before, input, {
          missing: listIds(findUnknown(before, input)),
          overLimit: [],
        });
      before = await loadQueueState(trx, input);
    }
    if (conversation) await storeCheckedUploads(trx, input);
    const { answers, taken, rest, forbidden } = await takeAnswers(trx, {
      ...input,
      conversation,
      unknown: findUnknown(before, input),
      hasAnswers: before.hasAnswers,
      room: before.room,
    });
    const conversationId = conversation?.id;
    const retries = await sortRetries(trx, { conversationId, turns: rest });
    const branching = await sortBranching(trx, { conversationId, turns: retries.turns });
    const fresh = branching.turns;
    const placed = {
      ...input,
      turns: [...taken, ...fresh.slice(0, before.room)],
      before: [...before.known, ...before.unfinished],
    };
    const { stored, missing, refused } = conversation
      ? await insertLocked(trx, placed, conversation)
      : { stored: [], missing: [], refused: [] };
    const open = [...placed.before, ...stored];
    const wanted = { ...input, conversationId, changes: input.changes ?? [], drops: input.drops ?? [], open };
    const changed = await changeTurns(trx, wanted);
    const drops = await dropTurns(trx, wanted);
    const conflicts = await compareKnown(trx, { ...input, before, stored });
    return toAcceptedTurns(before, input, {
      ...conflicts,
      stored,
      answers,
      missing,
      refused: [...forbidden, ...refused, ...branching.refused],
      overLimit: listIds(fresh.slice(before.room)),
      retries,
      ...changed,
      drops,
    });
  });
}

async function insertLocked(
  trx: DatabaseTransaction,
  input: Omit<TakenTurns, 'read'>,
  conversation: LockedConversation,
): Promise<InsertedTurns> {
  const read = (turn: NewTurn) => readMessage(trx, input, turn);
  const inserted = await insertTurns(trx, { ...input, read }, conversation);
  if (!inserted) throw new Error(`Conversation '${input.workflowId}' changed under its lock`);
  const { id: conversationId } = conversation;
  for (const { order, answerTo } of inserted.stored)
    if (answerTo) await joinMessages(trx, { ...answerTo, conversationId, messages: [{ position: order }] });
  const positions = inserted.stored.flatMap(({ retryOf }) => retryOf ?? []);
  if (positions.length > 0) await omitMessages(trx, { conversationId, positions, as: 'retried' });
  return inserted;
}

function findUnknown({ known }: QueueState, { turns }: AcceptTurnsInput): NewTurn[] {
  const knownIds = new Set(known.map(({ turnId }) => turnId));
  return turns.filter(({ turnId }) => !knownIds.has(turnId));
}

async function compareKnown(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & {
    before: QueueState;
    stored: readonly OrderedTurn[];
  },
): Promise<{ conflicts: string[]; repeatConflicts: number[] }> {
  const { turns, repeated = [], before, stored } = input;
  const known = new Map(before.known.map(toKnown));
  const again = turns.filter(({ turnId }) => known.has(turnId));
  const conflicts = await findConflicts(trx, input, { turns: again, known });
  const all = new Map([...known, ...stored.map(toKnown)]);
  const repeatConflicts = await findConflicts(trx, input, { turns: repeated, known: all });
  return {
    conflicts: listIds(again.filter((_turn, index) => conflicts[index])),
    repeatConflicts: repeatConflicts.flatMap((isConflict, index) => (isConflict ? [index] : [])),
  };
}

function toKnown({ turnId, contentHashes }: OrderedTurn): [string, string | null] {
  return [turnId, contentHashes];
}

function listIds(turns: readonly NewTurn[]): string[] {
  return turns.map(({ turnId }) => turnId);
}

const NO_PAST: GivenPast = { messages: [] };

async function createConversation(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & { place: ThreadPlace | undefined; past: GivenPast | undefined },
): Promise<LockedConversation | undefined> {
  const { place, thread, past: { messages, callerTools } = NO_PAST } = input;
  const brought = callerTools ? { caller_tools: JSON.stringify(callerTools) } : {};
  // If the past was read already, another worker has created the conversation.
  if (input.pastRef !== undefined && !input.past) return lockOpenConversation(trx, input);
  if (messages.length > 0) {
    await insertPast(trx, { ...input, messages, columns: brought });
    return lockOpenConversation(trx, input);
  }
  await insertConversation(trx, {
    workflowId: input.workflowId,
    flow: input.flow,
    user: input.user,
    channel: input.channel,
    taskQueue: input.taskQueue,
    columns: place ? { ...place, thread_id: thread } : brought,
  });
  return lockOpenConversation(trx, input);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function claimPast(
  trx: DatabaseTransaction,
  { workflowId, pastRef }: { workflowId: string; pastRef?: string },
): Promise<GivenPast | undefined> {
  if (pastRef === undefined || !UUID.test(pastRef)) return undefined;
  const text = await claimText(trx, workflowId, pastRef);
  return text === undefined ? undefined : (JSON.parse(text) as GivenPast);
}
