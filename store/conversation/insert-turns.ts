import { sql, type RawBuilder } from 'kysely';
import type { ComposedMessage } from '../../context/message/compose-message.js';
import { maskFiles, typedText } from '../../context/message/typed-text.js';
import { firstWords } from '../../context/threads/thread-title.js';
import type { Database } from '../database.js';
import { insertPassages } from '../passages/store-passages.js';
import type { LockedConversation, OrderedTurn } from './load-queue-state.js';
import { insertStanding } from '../standing/insert-standing.js';
import { insertAttachments } from '../uploads/insert-attachments.js';
import type { MessageText } from './read-message.js';
import { turnHashes } from './turn-content.js';
import type { RetryingTurn } from './retried-turns.js';
import type { AnswerTurn, ReadTurn } from './take-answers.js';
import { findSteered } from './turn-sequence.js';
import type { BranchingTurn } from './branching-turns.js';
import type { NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';

export interface InsertedTurns {
  stored: PlacedTurn[];
  missing: string[];
  refused: RefusedTurn[];
}

type PlacedTurn = OrderedTurn & {
  answerTo: AnswerTurn['answerTo'] | undefined;
  ofPosition: number | null;
  retryOf: number | null;
  branchOf: number | null;
  toBranch: number | null;
  data: MessageData | null;
  output: JsonSchema | null;
  instructions: string | null;
  contentHashes: string | null;
};

/** Undefined if the conversation has changed since it was read. */
export async function insertTurns(
  db: Database,
  input: TakenTurns,
  { id, last_position: lastPosition }: LockedConversation,
): Promise<InsertedTurns | undefined> {
  const { stored, texts, missing, refused } = await placeTurns(input, lastPosition);
  const rows = { ...input, conversationId: id, lastPosition, stored, texts };
  return stored.length === 0 || (await writeTurns(db, rows)) ? { stored, missing, refused } : undefined;
}

interface WrittenTurns {
  conversationId: number;
  lastPosition: number;
  needsIdle?: boolean;
  maxTurns?: number | null;
  user: string;
  stored: readonly PlacedTurn[];
  texts: readonly PlacedText[];
  countTokens: (text: string) => number;
}

async function writeTurns(db: Database, input: WrittenTurns): Promise<boolean> {
  const { conversationId, lastPosition, user, stored, texts, countTokens } = input;
  const messages = texts.map(({ position, content: text }) => ({ position, role: 'user' as const, text }));
  const tokens = texts.map(({ content, attachments }) =>
    attachments.reduce((sum, attachment) => sum + attachment.tokens, countTokens(content)),
  );
  const withoutFiles = texts.map(({ position, content, attachments }) => ({
    position,
    text: maskFiles(content, attachments),
  }));
  const where = sql`where exists (select from due)`;
  const passages = insertPassages({ conversationId, messages, countTokens, where });
  const standing = insertStanding({ conversationId, messages: withoutFiles, where });
  const attached = insertAttachments({ conversationId, user, messages: texts, where });
  const words = firstWords(texts.map(({ content, attachments }) => typedText(content, attachments)));
  const { numAffectedRows } = await sql`
    with due as (
      select from conversation
      where id = ${conversationId} and closed_at is null and last_position = ${lastPosition}
        and ${input.needsIdle ? isIdleWithRoom(input) : sql`true`}
      for update
    ), accepted as (
      ${insertTurnRows({ conversationId, user, stored, where })}
    ), said as (
      insert into conversation_message (conversation_id, position, role, content, token_count)
      select ${conversationId}::bigint, position, 'user', content, token_count
      from unnest(${texts.map(({ position }) => position)}::integer[], ${texts.map(({ content }) => content)}::text[],
        ${tokens}::integer[]) as new (position, content, token_count) ${where}
    )${passages ? sql`, indexed as (${passages})` : sql``}${
      standing ? sql`, asked as (${standing})` : sql``
    }${attached ? sql`, attached as (${attached})` : sql``}
    update conversation set last_position = last_position + ${stored.length}::integer,
      updated_at = now(), title = coalesce(title, ${words}::text),
      title_origin = case when title is null and ${words}::text is not null then 'words' else title_origin end
    where id = ${conversationId} and exists (select from due)`.execute(db);
  return numAffectedRows === 1n;
}

/** In a subquery, because that runs before rows are locked: the quota must be locked first. */
function isIdleWithRoom({ user, stored, maxTurns }: WrittenTurns) {
  const hasRoom =
    maxTurns == null
      ? sql`true`
      : sql`(select count_open_turns(${user})) + ${stored.length}::integer <= ${maxTurns}`;
  return sql`active_execution_id is null and ${hasRoom}`;
}

type PlacedText = { position: number } & ComposedMessage;

export interface TakenTurns extends Omit<AcceptTurnsInput, 'turns'> {
  turns: readonly (NewTurn | RetryingTurn | BranchingTurn | ReadTurn | AnswerTurn)[];
  before: readonly OrderedTurn[];
  /** Not called for a text that was already read. */
  read?: (turn: NewTurn) => Promise<MessageText>;
  /** Set if the conversation was read without its lock. */
  needsIdle?: boolean;
}

async function placeTurns(
  { turns, before, refuseOutput, read }: TakenTurns,
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
    const answerTo = 'answerTo' in one ? one.answerTo : undefined;
    const known = retried?.messageText ?? ('messageText' in one ? one.messageText : undefined);
    const messageText =
      kind === 'message' ? (known ?? (await read?.({ turnId, kind, ...source }))) : undefined;
    if (messageText?.kind === 'missing' || messageText?.kind === 'refused') {
      if (messageText.kind === 'missing') missing.push(turnId);
      else refused.push({ turnId, message: messageText.message });
      continue;
    }
    const problem = one.output && refuseOutput?.(one.output);
    if (problem) {
      refused.push({ turnId, message: problem });
      continue;
    }
    const output = one.output ?? retried?.output ?? null;
    const data = one.data ?? retried?.data ?? null;
    const instructions = messageText?.instructions ?? null;
    const position = lastPosition + stored.length + 1;
    const steered =
      whileRunning === 'steer' && output === null && data === null && instructions === null
        ? findSteered([...before, ...stored])
        : undefined;
    const contentHashes = turnHashes(one, messageText, { data, output });
    const turn = {
      turnId,
      kind,
      status: 'queued' as const,
      whileRunning,
      order: position,
      part: null,
      contentHashes,
    };
    stored.push({
      ...turn,
      answerTo,
      ofPosition: answerTo?.position ?? steered?.order ?? null,
      retryOf: retried?.position ?? null,
      data,
      instructions,
      branchOf: branching?.branchOf ?? null,
      toBranch: branch,
      output,
    });
    if (messageText)
      texts.push({ position, content: messageText.content, attachments: messageText.attachments });
  }
  return { stored, texts, missing, refused };
}

function insertTurnRows({
  conversationId,
  user,
  stored,
  where,
}: {
  conversationId: number;
  user: string;
  stored: readonly PlacedTurn[];
  where: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`
      insert into turn (conversation_id, position, turn_id, kind, status, user_id, while_running, of_position, retry_of,
        data, output_schema, branch_of, to_branch, content_hashes, instructions)
      select ${conversationId}::bigint, position, turn_id, kind, 'queued', ${user}, while_running, of_position, retry_of,
        data::jsonb, output_schema::jsonb, branch_of, to_branch, content_hashes, instructions
      from unnest(${stored.map(({ order }) => order)}::integer[], ${stored.map(({ turnId }) => turnId)}::text[],
        ${stored.map(({ kind, answerTo }) => (answerTo ? 'answer' : kind))}::text[], ${stored.map(({ whileRunning }) => whileRunning)}::text[],
        ${stored.map(({ ofPosition }) => ofPosition)}::integer[], ${stored.map(({ retryOf }) => retryOf)}::integer[],
        ${stored.map(({ data }) => data && JSON.stringify(data))}::text[],
        ${stored.map(({ output }) => output && JSON.stringify(output))}::text[],
        ${stored.map(({ branchOf }) => branchOf)}::integer[], ${stored.map(({ toBranch }) => toBranch)}::integer[],
        ${stored.map(({ contentHashes }) => contentHashes)}::text[],
        ${stored.map(({ instructions }) => instructions)}::text[]
      ) as new (position, turn_id, kind, while_running, of_position, retry_of, data, output_schema, branch_of,
        to_branch, content_hashes, instructions) ${where}`;
}
