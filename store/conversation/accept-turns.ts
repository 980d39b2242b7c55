import { sql } from 'kysely';
import type { AttachedFile } from '../../context/attachments/attachment.js';
import type { ComposedMessage } from '../../context/attachments/compose-message.js';
import { maskFiles, typedText } from '../../context/attachments/typed-text.js';
import { firstWords } from '../../context/threads/thread-title.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { toAcceptedTurns, type AcceptTurnsResult } from './accepted-turns.js';
import { listFlowSlugs } from '../flows/flows.js';
import { insertPassages } from '../passages/store-passages.js';
import {
  findTurnsBefore,
  lockActiveConversation,
  type LockedConversation,
  type OrderedTurn,
  type TurnsBefore,
} from './find-turns-before.js';
import { insertStanding, standingAfter } from '../standing/insert-standing.js';
import { claimPast } from './claim-past.js';
import { insertPast } from './import-conversation.js';
import { insertConversation } from './insert-conversation.js';
import type { GivenPast } from '../../protocol/one-off.js';
import { insertAttachments } from '../uploads/insert-attachments.js';
import type { NewFile } from '../../protocol/file-facts.js';
import { storeUpload } from '../uploads/store-upload.js';
import { omitMessages } from './omit-messages.js';
import { readMessage } from './read-message.js';
import { dropTurns, sortRetries, type RetryingTurn } from './retried-turns.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { DropTurnInput } from '../../protocol/messages.js';
import type { ThreadPlace } from '../threads/find-anchor.js';
import { placeThread, type PlaceThreadInput } from '../threads/place-thread.js';
import { answerQuestion, findAnsweringMessages, lockOpenQuestion } from './turn-questions.js';
import { insertTurnRows, type PlacedTurn } from './insert-turn-rows.js';
import { findSteered } from './turn-sequence.js';
import { needsPast, sortBranching, type BranchingTurn } from '../branches/branching-turns.js';
import type { AnsweringMessage, NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';

export interface AcceptTurnsInput {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  /** Id of a sub-thread; absent: the conversation itself. */
  thread?: string;
  /** The message that a new sub-thread hangs on. */
  anchor?: PlaceThreadInput['anchor'];
  /** Reference of what was said before a new conversation; absent: it begins with the turns. */
  pastRef?: string;
  turns: readonly NewTurn[];
  /** Messages to drop or to restore, after the turns are stored. */
  drops?: readonly DropTurnInput[];
  /** Ids of the unfinished turns that the Workflow knows of. Those that it does not know are returned, too. */
  waiting: readonly string[];
  /** How many turns the user may have that have not ended; default and null: any number. */
  maxTurns?: number | null;
  countTokens: (text: string) => number;
  /** Plain tokens of a picture that is shown; default: none. */
  countPicture?: (picture: AttachedFile) => number;
  /** Why an object that is asked for cannot be given, as a sentence; undefined: it can. Default: every one can. */
  refuseOutput?: (schema: JsonSchema) => Promise<string | undefined>;
  /** Files that came with the turns; they are stored with them. */
  uploads?: readonly NewFile[];
  /** Removes NUL characters and lone surrogates, which Postgres refuses. */
  clean: (text: string) => string;
}

/**
 * Stores turns in the order given, and creates the conversation when no active one exists. A turn id that is
 * known keeps its first text, so storing twice has the effect of storing once. A sub-thread that exists stays
 * where it hangs. Runs in one transaction.
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
    const { answers, rest } = await takeAnswers(trx, {
      ...input,
      conversation,
      turns: findUnknown(before, input),
      hasAnswers: before.hasAnswers,
    });
    const conversationId = conversation?.id;
    const retries = await sortRetries(trx, { conversationId, turns: rest });
    const branching = await sortBranching(trx, { conversationId, turns: retries.turns });
    const fresh = branching.turns;
    const taken = {
      ...input,
      turns: fresh.slice(0, before.room),
      before: [...before.known, ...before.unfinished],
    };
    const { stored, missing, refused } = conversation
      ? await insertTurns(trx, taken, conversation)
      : { stored: [], missing: [], refused: [] };
    const overLimit = listIds(fresh.slice(before.room));
    const drops = await dropTurns(trx, { ...input, conversationId, drops: input.drops ?? [] });
    return toAcceptedTurns(before, input, {
      stored,
      answers,
      missing,
      refused: [...refused, ...branching.refused],
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

function listIds(turns: readonly NewTurn[]): string[] {
  return turns.map(({ turnId }) => turnId);
}

/**
 * Takes the next message as the answer to the running turn's open question, if there is one. A message that
 * answered a question before, sent again, is returned as the same answer. Questions are looked up only while a
 * turn is running.
 */
async function takeAnswers(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & { conversation: LockedConversation | undefined; hasAnswers: boolean },
): Promise<{ answers: AnsweringMessage[]; rest: readonly NewTurn[] }> {
  const { conversation, turns, hasAnswers } = input;
  // Who interrupts a turn, says something again, or asks for an object, does not answer its question.
  const messages = turns.filter(
    (turn) =>
      turn.kind === 'message' &&
      turn.whileRunning !== 'interrupt' &&
      turn.output === undefined &&
      !needsPast(turn),
  );
  if (conversation === undefined || messages.length === 0) return { answers: [], rest: turns };
  const messageIds = messages.map(({ turnId }) => turnId);
  const answers = hasAnswers
    ? await findAnsweringMessages(trx, { conversationId: conversation.id, messageIds })
    : [];
  const isAnswer = (turnId: string): boolean => answers.some(({ messageId }) => messageId === turnId);
  const next = messages.find(({ turnId }) => !isAnswer(turnId));
  if (next !== undefined && conversation.active_execution_id !== null) {
    const question = await lockOpenQuestion(trx, conversation.active_execution_id);
    const said = question && (await readMessage(trx, input, next));
    if (question !== undefined && said?.kind === 'read') {
      const answer = typedText(said.content, said.attachments);
      await answerQuestion(trx, { ...question, messageId: next.turnId, answer });
      answers.push({ ...question, messageId: next.turnId });
    }
  }
  return { answers, rest: turns.filter(({ turnId }) => !isAnswer(turnId)) };
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

async function insertTurns(
  trx: DatabaseTransaction,
  input: TakenTurns,
  { id, last_position: lastPosition }: LockedConversation,
): Promise<{ stored: OrderedTurn[]; missing: string[]; refused: RefusedTurn[] }> {
  for (const upload of input.uploads ?? []) await storeUpload(trx, input.user, upload);
  const { stored, texts, missing, refused } = await placeTurns(trx, input, lastPosition);
  if (stored.length > 0) await writeTurns(trx, { ...input, conversationId: id, stored, texts });
  const positions = stored.flatMap(({ retryOf }) => retryOf ?? []);
  if (positions.length > 0) await omitMessages(trx, { conversationId: id, positions, as: 'retried' });
  return { stored, missing, refused };
}

/**
 * Writes turns with their messages, the passages of these and what they ask for once and for all, how far the conversation
 * goes, and its first words as its title, in one statement.
 */
async function writeTurns(
  trx: DatabaseTransaction,
  input: {
    conversationId: number;
    user: string;
    stored: readonly PlacedTurn[];
    texts: readonly PlacedText[];
    countTokens: (text: string) => number;
  },
): Promise<void> {
  const { conversationId, user, stored, texts, countTokens } = input;
  const messages = texts.map(({ position, content: text }) => ({ position, role: 'user' as const, text }));
  const tokens = texts.map(({ content, attachments }) =>
    attachments.reduce((sum, attachment) => sum + attachment.tokens, countTokens(content)),
  );
  // What a file says is not what its sender asks for.
  const said = texts.map(({ position, content, attachments }) => ({
    position,
    text: maskFiles(content, attachments),
  }));
  const passages = insertPassages({ conversationId, messages, countTokens });
  const standing = insertStanding({ conversationId, messages: said });
  const attached = insertAttachments({ conversationId, user, messages: texts });
  const words = firstWords(texts.map(({ content, attachments }) => typedText(content, attachments)));
  await sql`
    with accepted as (
      ${insertTurnRows({ conversationId, user, stored })}
    ), said as (
      insert into conversation_message (conversation_id, position, role, content, token_count)
      select ${conversationId}::bigint, position, 'user', content, token_count
      from unnest(${texts.map(({ position }) => position)}::integer[], ${texts.map(({ content }) => content)}::text[],
        ${tokens}::integer[]) as new (position, content, token_count)
    )${passages === undefined ? sql`` : sql`, indexed as (${passages})`}${
      standing === undefined ? sql`` : sql`, asked as (${standing})`
    }${attached === undefined ? sql`` : sql`, attached as (${attached})`}
    update conversation set last_position = last_position + ${stored.length}::integer,
      standing_through = ${standingAfter(stored.length)}, updated_at = now(), title = coalesce(title, ${words}::text),
      title_origin = case when title is null and ${words}::text is not null then 'words' else title_origin end
    where id = ${conversationId}`.execute(trx);
}

type PlacedText = { position: number } & ComposedMessage;

/** Turns to be stored, and those that the conversation has. */
interface TakenTurns extends Omit<AcceptTurnsInput, 'turns'> {
  turns: readonly (NewTurn | RetryingTurn | BranchingTurn)[];
  before: readonly OrderedTurn[];
}

/** Gives the turns the next positions. Turns whose text is missing get none. */
async function placeTurns(
  trx: DatabaseTransaction,
  { turns, before, refuseOutput, ...reader }: TakenTurns,
  lastPosition: number,
): Promise<{ stored: PlacedTurn[]; texts: PlacedText[]; missing: string[]; refused: RefusedTurn[] }> {
  const stored: PlacedTurn[] = [];
  const missing: string[] = [];
  const refused: RefusedTurn[] = [];
  const texts: PlacedText[] = [];
  for (const one of turns) {
    const { turnId, kind, whileRunning = null, branch = null, ...source } = one;
    const retried = 'retried' in one ? one.retried : undefined;
    const branching = 'branchOf' in one ? one : undefined;
    const known = retried?.said ?? branching?.said;
    const said = kind === 'message' ? (known ?? (await readMessage(trx, reader, source))) : undefined;
    if (said?.kind === 'missing' || said?.kind === 'refused') {
      if (said.kind === 'missing') missing.push(turnId);
      else refused.push({ turnId, message: said.message });
      continue;
    }
    const problem = one.output && (await refuseOutput?.(one.output));
    if (problem !== undefined) {
      refused.push({ turnId, message: problem });
      continue;
    }
    const output = one.output ?? retried?.output ?? null;
    const data = one.data ?? retried?.data ?? null;
    const position = lastPosition + stored.length + 1;
    const steered =
      whileRunning === 'steer' && output === null && data === null
        ? findSteered([...before, ...stored])
        : undefined;
    const turn = { turnId, kind, status: 'queued' as const, whileRunning, order: position, part: null };
    stored.push({
      ...turn,
      ofPosition: steered?.order ?? null,
      retryOf: retried?.position ?? null,
      data,
      branchOf: branching?.branchOf ?? null,
      toBranch: branch,
      output,
    });
    if (said !== undefined) texts.push({ position, content: said.content, attachments: said.attachments });
  }
  return { stored, texts, missing, refused };
}
