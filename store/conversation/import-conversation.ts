import { sql, type Insertable } from 'kysely';
import { firstWords } from '../../context/threads/thread-title.js';
import { wellFormed } from '../../context/text/well-formed.js';
import { SESSION_PAUSE_HOURS } from './conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { ConversationTable } from '../tables/conversation.table.js';
import { insertConversation } from './insert-conversation.js';
import { listFlowSlugs } from '../flows/flows.js';
import { storePassages } from '../passages/store-passages.js';
import { insertStanding } from '../standing/insert-standing.js';

export interface ForeignMessage {
  role: 'user' | 'assistant';
  text: string;
  name?: string;
  at?: Date;
}

interface ImportConversationInput {
  workflowId: string;
  flow: string;
  user: string;
  channel?: string;
  taskQueue?: string;
  title?: string;
  messages: readonly ForeignMessage[];
  countTokens: (text: string) => number;
  columns?: Pick<Insertable<ConversationTable>, 'caller_tools'>;
  /** A Postgres text search configuration. Default: `english`. */
  language?: string;
}

type ImportConversationResult =
  | { kind: 'imported'; conversationId: number; messages: number; turns: number }
  | { kind: 'exists' }
  | { kind: 'unknown-flow'; known: string[] };

const BATCH_MESSAGES = 500;
const BATCH_CHARACTERS = 500_000;
const TITLE_MESSAGES = 10;
const HOUR_MS = 3_600_000;
const MANY_MESSAGES = 1_000;

/** Runs in one transaction. A second consecutive message of a role starts the next turn. */
export async function importConversation(
  db: Database,
  input: ImportConversationInput,
): Promise<ImportConversationResult> {
  const result: ImportConversationResult = await db.transaction().execute(async (trx) => {
    const known = await listFlowSlugs(trx);
    if (!known.includes(input.flow)) return { kind: 'unknown-flow', known };
    return insertPast(trx, input);
  });
  // Without it, Postgres would scan tables that autovacuum sampled during the import.
  if (result.kind === 'imported' && result.messages >= MANY_MESSAGES)
    await sql`analyze conversation_message, turn`.execute(db);
  return result;
}

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
    taskQueue: input.taskQueue,
    columns: { ...toColumns(input, placed), ...input.columns },
  });
  if (conversationId === undefined) return { kind: 'exists' };
  await insertPlaced(trx, { ...input, conversationId, placed, nameTurn: (position) => `import-${position}` });
  const turns = placed.at(-1)?.position ?? 0;
  return { kind: 'imported', conversationId, messages: placed.length, turns };
}

export interface PlacedMessage {
  role: 'user' | 'assistant';
  name: string | null;
  text: string;
  at: Date;
  position: number;
  isFirst: boolean;
  seq: number;
  session: number;
  tokens: number;
  runningTokens: number;
}

type Tail = Pick<PlacedMessage, 'position' | 'seq' | 'session' | 'runningTokens'> & { at: Date | null };

const EMPTY: Tail = { position: 0, seq: 0, session: 0, runningTokens: 0, at: null };

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
    const isFirst = !last || role === 'user' || last.role === 'assistant';
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
    last_seq: last?.seq ?? 0,
    speakers: listSpeakers(placed),
    last_session: last?.session ?? 0,
    last_message_at: last?.at ?? null,
    total_tokens: last?.runningTokens ?? 0,
  };
}

interface InsertInput extends Pick<ImportConversationInput, 'countTokens' | 'language'> {
  conversationId: number;
  branch?: number;
  nameTurn: (position: number) => string;
}

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
    if (!batch || batch.length >= BATCH_MESSAGES || characters > BATCH_CHARACTERS) {
      batches.push([message]);
      characters = message.text.length;
    } else batch.push(message);
  }
  return batches;
}

function listSpeakers(placed: readonly PlacedMessage[]): string[] | null {
  const names = new Set(placed.flatMap(({ name }) => (name == null || name === '' ? [] : [name])));
  return names.size === 0 ? null : [...names];
}
