import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/status.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { listFlowSlugs } from '../flows/flows.js';
import { insertPassages } from '../passages/store-passages.js';
import { insertConversation } from './insert-conversation.js';
import { claimText } from './stored-texts.js';
import type { ThreadPlace } from '../threads/find-anchor.js';
import { placeThread, type PlaceThreadInput } from '../threads/place-thread.js';
import { answerQuestion, findAnsweringMessages, lockOpenQuestion } from './turn-questions.js';
import type { TurnKind } from '../../protocol/status.js';
import type { NewTurn, AnsweringMessage, ThreadRefusal } from '../../protocol/activities/conversation.js';

export interface AcceptTurnsInput {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  /** Id of a sub-thread; absent: the conversation itself. */
  thread?: string;
  /** The message that a new sub-thread hangs on. */
  anchor?: PlaceThreadInput['anchor'];
  turns: readonly NewTurn[];
  /** Ids of the unfinished turns that the Workflow knows of. Those that it does not know are returned, too. */
  waiting: readonly string[];
  countTokens: (text: string) => number;
  /** Removes NUL characters and lone surrogates, which Postgres refuses. */
  clean: (text: string) => string;
}

export interface AcceptedTurn {
  turnId: string;
  kind: TurnKind;
  status: TurnStatus;
}

type AcceptTurnsResult =
  | { kind: 'unknown-flow'; known: string[] }
  | ThreadRefusal
  | {
      kind: 'accepted';
      /**
       * The given turns, in the order of their positions in the conversation. With turns that nobody knew of, all
       * unfinished ones, so that the Workflow sees between which of them those belong.
       */
      turns: AcceptedTurn[];
      answers: AnsweringMessage[];
      /** Ids of turns whose text reference has no stored text. */
      missingTexts: string[];
    };

/**
 * Stores turns in the order given, and creates the conversation when no active one exists. A turn id that is
 * known keeps its first text, so storing twice has the effect of storing once. A sub-thread that exists stays
 * where it hangs. Runs in one transaction.
 */
export async function acceptTurns(db: Database, input: AcceptTurnsInput): Promise<AcceptTurnsResult> {
  return db.transaction().execute(async (trx) => {
    // The conversation is locked first: two workers may store the same turns at once, and the second one must
    // see the rows of the first.
    let conversation = await lockActiveConversation(trx, input.workflowId);
    let { known, unfinished, hasAnswers } = await findTurns(trx, input);
    if (conversation === undefined && known.length < input.turns.length) {
      // Only a new conversation needs this check: flows are never deleted, so an existing one's flow exists.
      const flows = await listFlowSlugs(trx);
      if (!flows.includes(input.flow)) return { kind: 'unknown-flow', known: flows };
      const place =
        input.thread === undefined ? undefined : await placeThread(trx, { ...input, anchor: input.anchor });
      if (place !== undefined && 'kind' in place) return place;
      conversation = await createConversation(trx, { ...input, place });
      ({ known, unfinished, hasAnswers } = await findTurns(trx, input));
    }
    const knownIds = new Set(known.map((turn) => turn.turnId));
    const unknown = input.turns.filter((turn) => !knownIds.has(turn.turnId));
    const { answers, rest: fresh } = await takeAnswers(trx, {
      ...input,
      conversation,
      turns: unknown,
      hasAnswers,
    });
    const { stored, missing } = conversation
      ? await insertTurns(trx, { ...input, turns: fresh }, conversation)
      : { stored: [], missing: [] };
    const isLost = unfinished.some(({ turnId }) => !input.waiting.includes(turnId));
    const turns = [...known, ...(isLost ? unfinished : []), ...stored].sort((a, b) => a.order - b.order);
    return {
      kind: 'accepted',
      turns: turns.map(({ turnId, kind, status }) => ({ turnId, kind, status })),
      answers,
      missingTexts: missing,
    };
  });
}

type OrderedTurn = AcceptedTurn & { order: number };
type LockedConversation = { id: number; last_position: number; active_execution_id: number | null };

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
  const messages = turns.filter(({ kind }) => kind === 'message');
  if (conversation === undefined || messages.length === 0) return { answers: [], rest: turns };
  const messageIds = messages.map(({ turnId }) => turnId);
  const answers = hasAnswers
    ? await findAnsweringMessages(trx, { conversationId: conversation.id, messageIds })
    : [];
  const isAnswer = (turnId: string): boolean => answers.some(({ messageId }) => messageId === turnId);
  const next = messages.find(({ turnId }) => !isAnswer(turnId));
  if (next !== undefined && conversation.active_execution_id !== null) {
    const question = await lockOpenQuestion(trx, conversation.active_execution_id);
    const text = question && (await readText(trx, input.workflowId, next));
    if (question !== undefined && text !== undefined) {
      await answerQuestion(trx, { ...question, messageId: next.turnId, answer: input.clean(text) });
      answers.push({ ...question, messageId: next.turnId });
    }
  }
  return { answers, rest: turns.filter(({ turnId }) => !isAnswer(turnId)) };
}

interface TurnsBefore {
  /** Those of the given turns that are stored already. */
  known: OrderedTurn[];
  /** All others of the active conversation that have not ended. */
  unfinished: OrderedTurn[];
  /** A question somewhere was answered by a message with the id of a given turn. */
  hasAnswers: boolean;
}

/**
 * Finds known turns by their ids, in closed conversations of the same key too, so that a repeated id gives its
 * first answer; the unfinished turns of the active conversation; and whether a given one is the answer to a question.
 */
async function findTurns(
  trx: DatabaseTransaction,
  { workflowId, turns }: AcceptTurnsInput,
): Promise<TurnsBefore> {
  const ids = turns.map((turn) => turn.turnId);
  const { rows } = await sql<TurnRow & { found: 'known' | 'unfinished' | 'answer' }>`
    select turn_id, kind, status, position, 'known' as found
    from conversation join turn on turn.conversation_id = conversation.id
    where workflow_id = ${workflowId} and turn_id = any(${ids}::text[])
    union all
    select turn_id, kind, status, position, 'unfinished'
    from conversation join turn on turn.conversation_id = conversation.id
    where workflow_id = ${workflowId} and closed_at is null and status in ('queued', 'running')
      and turn_id <> all(${ids}::text[])
    union all
    select answer_turn_id, 'message', status, 0, 'answer' from approval where answer_turn_id = any(${ids}::text[])`.execute(
    trx,
  );
  return {
    known: rows.filter(({ found }) => found === 'known').map(toOrdered),
    unfinished: rows.filter(({ found }) => found === 'unfinished').map(toOrdered),
    hasAnswers: rows.some(({ found }) => found === 'answer'),
  };
}

/**
 * Creates the active conversation and locks it. If another worker creates it at the same moment, waits and locks
 * that one.
 */
async function createConversation(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & { place: ThreadPlace | undefined },
): Promise<LockedConversation | undefined> {
  const { place, thread } = input;
  await insertConversation(trx, {
    workflowId: input.workflowId,
    flow: input.flow,
    user: input.user,
    channel: input.channel,
    columns: place === undefined ? {} : { ...place, thread_id: thread },
  });
  return lockActiveConversation(trx, input.workflowId);
}

async function lockActiveConversation(
  trx: DatabaseTransaction,
  workflowId: string,
): Promise<LockedConversation | undefined> {
  return trx
    .selectFrom('conversation')
    .select(['id', 'last_position', 'active_execution_id'])
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

async function insertTurns(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput,
  { id, last_position: lastPosition }: LockedConversation,
): Promise<{ stored: OrderedTurn[]; missing: string[] }> {
  const { stored, texts, missing } = await placeTurns(trx, input, lastPosition);
  if (stored.length > 0) await writeTurns(trx, { ...input, conversationId: id, stored, texts });
  return { stored, missing };
}

/** Writes turns with their messages and the passages of these, and how far the conversation goes, in one statement. */
async function writeTurns(
  trx: DatabaseTransaction,
  input: {
    conversationId: number;
    stored: readonly OrderedTurn[];
    texts: readonly PlacedText[];
    countTokens: (text: string) => number;
  },
): Promise<void> {
  const { conversationId, stored, texts, countTokens } = input;
  const messages = texts.map(({ position, text }) => ({ position, role: 'user' as const, text }));
  const passages = insertPassages({ conversationId, messages, countTokens });
  await sql`
    with accepted as (
      insert into turn (conversation_id, position, turn_id, kind, status)
      select ${conversationId}::bigint, position, turn_id, kind, 'queued'
      from unnest(${stored.map(({ order }) => order)}::integer[], ${stored.map(({ turnId }) => turnId)}::text[],
        ${stored.map(({ kind }) => kind)}::text[]) as new (position, turn_id, kind)
    ), said as (
      insert into conversation_message (conversation_id, position, role, content, token_count)
      select ${conversationId}::bigint, position, 'user', content, token_count
      from unnest(${texts.map(({ position }) => position)}::integer[], ${texts.map(({ text }) => text)}::text[],
        ${texts.map(({ text }) => countTokens(text))}::integer[]) as new (position, content, token_count)
    )${passages === undefined ? sql`` : sql`, indexed as (${passages})`}
    update conversation set last_position = last_position + ${stored.length}::integer, updated_at = now()
    where id = ${conversationId}`.execute(trx);
}

interface PlacedText {
  position: number;
  text: string;
}

/** Gives the turns the next positions. Turns whose text is missing get none. */
async function placeTurns(
  trx: DatabaseTransaction,
  { turns, workflowId, clean }: AcceptTurnsInput,
  lastPosition: number,
): Promise<{ stored: OrderedTurn[]; texts: PlacedText[]; missing: string[] }> {
  const stored: OrderedTurn[] = [];
  const missing: string[] = [];
  const texts: PlacedText[] = [];
  for (const { turnId, kind, ...source } of turns) {
    const text = kind === 'clear' ? '' : await readText(trx, workflowId, source);
    if (text === undefined) {
      missing.push(turnId);
      continue;
    }
    const position = lastPosition + stored.length + 1;
    stored.push({ turnId, kind, status: 'queued', order: position });
    if (kind === 'message') texts.push({ position, text: clean(text) });
  }
  return { stored, texts, missing };
}

/**
 * Returns the text that was sent, or the stored one that its reference names. Undefined: nothing is stored
 * there.
 */
async function readText(
  trx: DatabaseTransaction,
  workflowId: string,
  { text = '', textRef }: { text?: string; textRef?: string },
): Promise<string | undefined> {
  return textRef === undefined ? text : claimText(trx, workflowId, textRef);
}

interface TurnRow {
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  position: number;
}

function toOrdered(row: TurnRow): OrderedTurn {
  return { turnId: row.turn_id, kind: row.kind, status: row.status, order: row.position };
}
