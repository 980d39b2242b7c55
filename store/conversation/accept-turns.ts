import type { Database, DatabaseTransaction } from '../database.js';
import { toAcceptedTurns, type AcceptTurnsResult } from './accepted-turns.js';
import { listFlowSlugs } from '../flows/flows.js';
import {
  findTurnsBefore,
  lockActiveConversation,
  type LockedConversation,
  type OrderedTurn,
  type TurnsBefore,
} from './find-turns-before.js';
import { insertPast } from './import-conversation.js';
import { insertConversation } from './insert-conversation.js';
import type { GivenPast, PastMessage } from '../../protocol/one-off.js';
import { dropTurns, sortRetries } from './retried-turns.js';
import type { ThreadPlace } from '../threads/find-anchor.js';
import { placeThread } from '../threads/place-thread.js';
import { needsPast, sortBranching } from '../branches/branching-turns.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import { insertTurns } from './insert-turns.js';
import { takeAnswers } from './take-answers.js';
import { findConflicts } from './turn-content.js';
import { storeCheckedUploads } from '../uploads/store-upload.js';
import { claimText } from './stored-texts.js';

/**
 * Stores turns in the order given, and creates the conversation when no active one exists. Storing twice has the
 * effect of storing once; other content under a known id is a conflict. A sub-thread that exists stays where it is
 * anchored. Runs in one transaction.
 */
export async function acceptTurns(db: Database, input: AcceptTurnsInput): Promise<AcceptTurnsResult> {
  return db.transaction().execute(async (trx) => {
    // The conversation is locked first: two workers may store the same turns at once, and the second one must
    // see the rows of the first.
    let conversation = await lockActiveConversation(trx, input);
    let before = await findTurnsBefore(trx, input);
    // What is said again, and a branch, is of a conversation that there is.
    const isBegun = findUnknown(before, input).some((turn) => !needsPast(turn));
    if (conversation === undefined && isBegun) {
      // Nothing of what is refused is stored, and no conversation for it.
      if (before.room <= 0)
        return toAcceptedTurns(before, input, { overLimit: listIds(findUnknown(before, input)) });
      // Only a new conversation needs this check: flows are never deleted, so an existing one's flow exists.
      const flows = await listFlowSlugs(trx);
      if (!flows.includes(input.flow)) return { kind: 'unknown-flow', known: flows };
      const place =
        input.thread === undefined ? undefined : await placeThread(trx, { ...input, anchor: input.anchor });
      if (place !== undefined && 'kind' in place) return place;
      const past = await claimPast(trx, input);
      conversation = await createConversation(trx, { ...input, place, past });
      // Its past is gone, and it is not begun without.
      if (conversation === undefined)
        return toAcceptedTurns(before, input, {
          missing: listIds(findUnknown(before, input)),
          overLimit: [],
        });
      before = await findTurnsBefore(trx, input);
    }
    // An answer may come with files.
    if (conversation !== undefined) await storeCheckedUploads(trx, input);
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
      // An answer begins no turn, so no limit of turns concerns it.
      turns: [...(taken === undefined ? [] : [taken]), ...fresh.slice(0, before.room)],
      before: [...before.known, ...before.unfinished],
    };
    const { stored, missing, refused } = conversation
      ? await insertTurns(trx, placed, conversation)
      : { stored: [], missing: [], refused: [] };
    const overLimit = listIds(fresh.slice(before.room));
    const drops = await dropTurns(trx, { ...input, conversationId, drops: input.drops ?? [] });
    const conflicts = await compareKnown(trx, { ...input, before, stored });
    return toAcceptedTurns(before, input, {
      ...conflicts,
      stored,
      answers,
      missing,
      refused: [...forbidden, ...refused, ...branching.refused],
      overLimit,
      retries,
      drops,
    });
  });
}

function findUnknown({ known }: TurnsBefore, { turns }: AcceptTurnsInput): NewTurn[] {
  const knownIds = new Set(known.map(({ turnId }) => turnId));
  return turns.filter(({ turnId }) => !knownIds.has(turnId));
}

/** Compares turns whose ids are known with the content stored under these ids. */
async function compareKnown(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & {
    before: TurnsBefore;
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

/**
 * Creates the active conversation and locks it. If another worker creates it at the same moment, waits and locks
 * that one.
 */
async function createConversation(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & { place: ThreadPlace | undefined; past: GivenPast | undefined },
): Promise<LockedConversation | undefined> {
  const { place, thread, past: { messages, callerTools } = NO_PAST } = input;
  const brought = callerTools === undefined ? {} : { caller_tools: JSON.stringify(callerTools) };
  // Whoever claimed the past has begun the conversation with it.
  if (input.pastRef !== undefined && input.past === undefined) return lockActiveConversation(trx, input);
  if (messages.length > 0) {
    await insertPast(trx, { ...input, messages, columns: brought });
    return lockActiveConversation(trx, input);
  }
  await insertConversation(trx, {
    workflowId: input.workflowId,
    flow: input.flow,
    user: input.user,
    channel: input.channel,
    columns: place === undefined ? brought : { ...place, thread_id: thread },
  });
  return lockActiveConversation(trx, input);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Claims what was said before a conversation, of whoever begins it first. Undefined: it has none, somebody else has claimed
 * it, or it is kept no longer.
 */
async function claimPast(
  trx: DatabaseTransaction,
  { workflowId, pastRef }: { workflowId: string; pastRef?: string },
): Promise<GivenPast | undefined> {
  if (pastRef === undefined || !UUID.test(pastRef)) return undefined;
  const text = await claimText(trx, workflowId, pastRef);
  // Parse boundary: our client stored it under this Workflow's id.
  const past = text === undefined ? undefined : (JSON.parse(text) as PastMessage[] | GivenPast);
  return Array.isArray(past) ? { messages: past } : past;
}
