import { sql, type Insertable } from 'kysely';
import { firstWords } from '../../context/threads/thread-title.js';
import { wellFormed } from '../../context/well-formed.js';
import { SESSION_PAUSE_HOURS } from './conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { ConversationTable } from '../tables/conversation.table.js';
import { insertConversation } from './insert-conversation.js';
import { listFlowSlugs } from '../flows/flows.js';
import { storePassages } from '../passages/store-passages.js';
import { insertStanding } from '../standing/insert-standing.js';

/** A message of a chat that was held in another system. */
export interface ForeignMessage {
  role: 'user' | 'assistant';
  text: string;
  /** The speaker's name, in a chat with more than two speakers. */
  name?: string;
  /** When it was said. Absent: at the time of the message before it. */
  at?: Date;
}

interface ImportConversationInput {
  /** Workflow ID of the new conversation. No active conversation may have it. */
  workflowId: string;
  flow: string;
  user: string;
  channel?: string;
  title?: string;
  /** In the order in which they were said. */
  messages: readonly ForeignMessage[];
  /** Counts the tokens of a message with this text. */
  countTokens: (text: string) => number;
  /** More columns of the conversation. */
  columns?: Pick<Insertable<ConversationTable>, 'caller_tools'>;
  /** The text search configuration of Postgres; default `english`. */
  language?: string;
}

type ImportConversationResult =
  | { kind: 'imported'; conversationId: number; messages: number; turns: number }
  /** An active conversation has this Workflow ID already. */
  | { kind: 'exists' }
  | { kind: 'unknown-flow'; known: string[] };

/** The most messages of one insert. `BATCH_CHARACTERS` limits the characters that one statement indexes. */
const BATCH_MESSAGES = 500;
const BATCH_CHARACTERS = 500_000;
/** A chat without a title is named after one of its first messages. */
const TITLE_MESSAGES = 10;
const HOUR_MS = 3_600_000;
/** From so many messages on, an import changes what Postgres knows of its tables. */
const MANY_MESSAGES = 1_000;

/**
 * Stores a chat from another system as a conversation: its turns, its messages with their places, token counts
 * and sessions, and the search index, all or nothing. A turn is a user's message and the answer after it. A
 * second user message in a row begins the next turn, and so does a second answer, whose turn then has no
 * question. The order of the messages stays.
 */
export async function importConversation(
  db: Database,
  input: ImportConversationInput,
): Promise<ImportConversationResult> {
  const result: ImportConversationResult = await db.transaction().execute(async (trx) => {
    const known = await listFlowSlugs(trx);
    if (!known.includes(input.flow)) return { kind: 'unknown-flow', known };
    return insertPast(trx, input);
  });
  // What autovacuum saw of the tables in the middle of an import makes Postgres read all of them for each message.
  if (result.kind === 'imported' && result.messages >= MANY_MESSAGES)
    await sql`analyze conversation_message, turn`.execute(db);
  return result;
}

/** Creates a conversation with what was said before it. The flow exists. */
export async function insertPast(
  trx: DatabaseTransaction,
  input: ImportConversationInput,
): Promise<ImportConversationResult> {
  const placed = placeMessages(input);
  const conversationId = await insertConversation(trx, {
    workflowId: input.workflowId,
    flow: input.flow,
    user: input.user,
    channel: input.channel ?? '',
    columns: { ...toColumns(input, placed), ...input.columns },
  });
  if (conversationId === undefined) return { kind: 'exists' };
  await insertPlaced(trx, { ...input, conversationId, placed, nameTurn: (position) => `import-${position}` });
  const turns = placed.at(-1)?.position ?? 0;
  return { kind: 'imported', conversationId, messages: placed.length, turns };
}

/** A message with its place in a thread. */
export interface PlacedMessage {
  role: 'user' | 'assistant';
  name: string | null;
  text: string;
  at: Date;
  position: number;
  /** Whether this is the first message of its turn. */
  isFirst: boolean;
  seq: number;
  session: number;
  tokens: number;
  runningTokens: number;
}

/** The place that a thread ends at. */
type Tail = Pick<PlacedMessage, 'position' | 'seq' | 'session' | 'runningTokens'> & { at: Date | null };

const EMPTY: Tail = { position: 0, seq: 0, session: 0, runningTokens: 0, at: null };

/** Gives messages the places after the end of a thread, by default of an empty one. */
export function placeMessages({
  messages,
  countTokens,
  tail = EMPTY,
}: Pick<ImportConversationInput, 'messages' | 'countTokens'> & { tail?: Tail }): PlacedMessage[] {
  const placed: PlacedMessage[] = [];
  for (const { role, name, text: given, at: said } of messages) {
    const last = placed.at(-1);
    const text = wellFormed(given);
    const before = last ?? tail;
    const at = said ?? before.at ?? new Date();
    const isFirst = last === undefined || role === 'user' || last.role === 'assistant';
    const pauseMs = before.at === null ? Infinity : at.getTime() - before.at.getTime();
    const tokens = countTokens(text);
    placed.push({
      role,
      text,
      at,
      isFirst,
      tokens,
      name: name === undefined ? null : wellFormed(name),
      position: before.position + (isFirst ? 1 : 0),
      seq: before.seq + 1,
      session: before.session + (pauseMs > SESSION_PAUSE_HOURS * HOUR_MS ? 1 : 0),
      runningTokens: before.runningTokens + tokens,
    });
  }
  return placed;
}

function toColumns({ title }: ImportConversationInput, placed: readonly PlacedMessage[]) {
  const last = placed.at(-1);
  const words = firstWords(placed.slice(0, TITLE_MESSAGES).map(({ text }) => text));
  return {
    title: title ?? words,
    title_origin: title !== undefined ? ('user' as const) : words === null ? null : ('words' as const),
    last_position: last?.position ?? 0,
    standing_through: last?.position ?? 0,
    last_seq: last?.seq ?? 0,
    speakers: listSpeakers(placed),
    last_session: last?.session ?? 0,
    last_message_at: last?.at ?? null,
    total_tokens: last?.runningTokens ?? 0,
  };
}

interface InsertInput extends Pick<ImportConversationInput, 'countTokens' | 'language'> {
  conversationId: number;
  /** Default: the first branch. */
  branch?: number;
  /** The id of the turn at a position. */
  nameTurn: (position: number) => string;
}

/** Stores placed messages with their turns, passages and standing requests. */
export async function insertPlaced(
  trx: DatabaseTransaction,
  { placed, ...input }: InsertInput & { placed: readonly PlacedMessage[] },
): Promise<void> {
  for (const batch of toBatches(placed)) await insertBatch(trx, { ...input, batch });
}

async function insertBatch(
  trx: DatabaseTransaction,
  input: InsertInput & { batch: readonly PlacedMessage[] },
): Promise<void> {
  const { conversationId: conversation_id, branch = 0, batch, nameTurn } = input;
  const first = batch.filter(({ isFirst }) => isFirst);
  if (first.length > 0)
    await trx
      .insertInto('turn')
      .values(
        first.map(({ position, at }) => ({
          conversation_id,
          position,
          turn_id: nameTurn(position),
          kind: 'message' as const,
          status: 'completed' as const,
          created_at: at,
          finished_at: at,
        })),
      )
      .execute();
  await trx
    .insertInto('conversation_message')
    .values(
      batch.map(({ position, role, seq, name, text, tokens, runningTokens, session, at }) => ({
        conversation_id,
        position,
        role,
        branch,
        seq,
        name,
        session,
        content: text,
        token_count: tokens,
        running_tokens: runningTokens,
        created_at: at,
      })),
    )
    .execute();
  await storePassages(trx, { ...input, messages: batch });
  const asked = batch.filter(({ role }) => role === 'user');
  await insertStanding({ conversationId: conversation_id, messages: asked })?.execute(trx);
}

function toBatches(messages: readonly PlacedMessage[]): PlacedMessage[][] {
  const batches: PlacedMessage[][] = [];
  let characters = 0;
  for (const message of messages) {
    const batch = batches.at(-1);
    characters += message.text.length;
    if (batch === undefined || batch.length >= BATCH_MESSAGES || characters > BATCH_CHARACTERS) {
      batches.push([message]);
      characters = message.text.length;
    } else batch.push(message);
  }
  return batches;
}

/** Lists the speakers' names, each once; null: no message has a name. */
function listSpeakers(placed: readonly PlacedMessage[]): string[] | null {
  const names = new Set(placed.flatMap(({ name }) => (name == null || name === '' ? [] : [name])));
  return names.size === 0 ? null : [...names];
}
