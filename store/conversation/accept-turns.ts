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
  /**
   * Whether to return also the turns that an earlier Workflow of this conversation accepted and did not finish.
   */
  recover: boolean;
  countTokens: (text: string) => number;
  /** Removes NUL characters and lone surrogates, which Postgres refuses. */
  clean: (text: string) => string;
}

interface AcceptedTurn {
  turnId: string;
  kind: TurnKind;
  status: TurnStatus;
}

type AcceptTurnsResult =
  | { kind: 'unknown-flow'; known: string[] }
  | ThreadRefusal
  | {
      kind: 'accepted';
      /** In the order of their positions in the conversation. */
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
    let known = await findTurns(trx, input);
    if (conversation === undefined && known.length < input.turns.length) {
      // Only a new conversation needs this check: flows are never deleted, so an existing one's flow exists.
      const flows = await listFlowSlugs(trx);
      if (!flows.includes(input.flow)) return { kind: 'unknown-flow', known: flows };
      const place =
        input.thread === undefined ? undefined : await placeThread(trx, { ...input, anchor: input.anchor });
      if (place !== undefined && 'kind' in place) return place;
      conversation = await createConversation(trx, { ...input, place });
      known = await findTurns(trx, input);
    }
    const knownIds = new Set(known.map((turn) => turn.turnId));
    const unknown = input.turns.filter((turn) => !knownIds.has(turn.turnId));
    const { answers, rest: fresh } = await takeAnswers(trx, { ...input, conversation, turns: unknown });
    const { stored, missing } = conversation
      ? await insertTurns(trx, { ...input, turns: fresh }, conversation)
      : { stored: [], missing: [] };
    const recovered =
      input.recover && conversation
        ? await findUnfinished(trx, conversation.id, [...knownIds, ...stored.map((t) => t.turnId)])
        : [];
    const turns = [...known, ...recovered, ...stored].sort((a, b) => a.order - b.order);
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
  input: AcceptTurnsInput & { conversation: LockedConversation | undefined },
): Promise<{ answers: AnsweringMessage[]; rest: readonly NewTurn[] }> {
  const { conversation, turns } = input;
  const messages = turns.filter(({ kind }) => kind === 'message');
  if (conversation === undefined || messages.length === 0) return { answers: [], rest: turns };
  const answers = await findAnsweringMessages(trx, {
    conversationId: conversation.id,
    messageIds: messages.map(({ turnId }) => turnId),
  });
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

/**
 * Finds known turns by their ids, in closed conversations of the same key too, so that a repeated id gives its
 * first answer.
 */
async function findTurns(trx: DatabaseTransaction, input: AcceptTurnsInput): Promise<OrderedTurn[]> {
  if (input.turns.length === 0) return [];
  const rows = await trx
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select(['turn.turn_id', 'turn.kind', 'turn.status', 'turn.position'])
    .where('conversation.workflow_id', '=', input.workflowId)
    .where(
      'turn.turn_id',
      'in',
      input.turns.map((turn) => turn.turnId),
    )
    .execute();
  return rows.map(toOrdered);
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

async function findUnfinished(
  trx: DatabaseTransaction,
  conversationId: number,
  except: readonly string[],
): Promise<OrderedTurn[]> {
  const rows = await trx
    .selectFrom('turn')
    .select(['turn_id', 'kind', 'status', 'position'])
    .where('conversation_id', '=', conversationId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('position')
    .execute();
  return rows.map(toOrdered).filter((turn) => !except.includes(turn.turnId));
}

function toOrdered(row: {
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  position: number;
}): OrderedTurn {
  return { turnId: row.turn_id, kind: row.kind, status: row.status, order: row.position };
}
