import { sql } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { Omission } from '../../context/message/omission.js';
import { isFinal, type TurnStatus } from '../../flow/execution/execution-status.js';
import type {
  DropOutcome,
  NewTurn,
  PartOfTurn,
  RefusedTurn,
} from '../../protocol/activities/conversation.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { DropTurnInput } from '../../protocol/messages.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { DatabaseTransaction } from '../database.js';
import { describeUnknownTurn } from '../branches/inherited-turn.js';
import type { MessageText } from './read-message.js';
import { listPositions, omitMessages, restoreMessages } from './omit-messages.js';

interface NewestTry {
  turnId: string;
  position: number;
  kind: TurnKind | 'step';
  status: TurnStatus;
  omitted: Omission | null;
  isShared: boolean;
  text: string;
  attachments: Attachment[];
  instructions: string | null;
  data: MessageData | null;
  output: JsonSchema | null;
  isRetry: boolean;
}

export type RetryingTurn = NewTurn & {
  retried: {
    position: number;
    messageText: Extract<MessageText, { kind: 'read' }>;
    data: MessageData | null;
    output: JsonSchema | null;
  };
};

export interface SortedRetries {
  turns: (NewTurn | RetryingTurn)[];
  joined: PartOfTurn[];
  refused: RefusedTurn[];
}

export async function sortRetries(
  trx: DatabaseTransaction,
  { conversationId, turns }: { conversationId: number | undefined; turns: readonly NewTurn[] },
): Promise<SortedRetries> {
  const sorted: SortedRetries = { turns: [], joined: [], refused: [] };
  const retrying = new Map<number, string>();
  for (const turn of turns) {
    const { turnId, retryOf } = turn;
    if (retryOf === undefined) {
      sorted.turns.push(turn);
      continue;
    }
    const newest = await findNewestTry(trx, { conversationId, turnId: retryOf });
    const other = newest && retrying.get(newest.position);
    if (other !== undefined) sorted.joined.push({ messageId: turnId, turnId: other });
    else if (newest?.isRetry && (!isFinal(newest.status) || !mayRedo(newest)))
      sorted.joined.push(toPart(turnId, newest));
    else if (!newest || !mayRedo(newest))
      sorted.refused.push({
        turnId,
        message: await describeProblem(trx, { conversationId, turnId: retryOf, newest }),
      });
    else {
      retrying.set(newest.position, turnId);
      const { position, text: content, attachments, instructions, data, output } = newest;
      const messageText = { kind: 'read' as const, content, attachments, instructions };
      sorted.turns.push({ ...turn, retried: { position, messageText, data, output } });
    }
  }
  return sorted;
}

export async function dropTurns(
  trx: DatabaseTransaction,
  input: {
    conversationId: number | undefined;
    drops: readonly DropTurnInput[];
    countTokens: (text: string) => number;
  },
): Promise<DropOutcome[]> {
  const { conversationId, drops, countTokens } = input;
  const outcomes: DropOutcome[] = [];
  for (const { turnId, restore } of drops) {
    const newest = await findNewestTry(trx, { conversationId, turnId });
    if (conversationId === undefined || !newest || !mayDrop(newest)) {
      outcomes.push({ problem: await describeProblem(trx, { conversationId, turnId, newest }) });
      continue;
    }
    const positions = await listPositions(trx, { conversationId, position: newest.position });
    if (restore === true) await restoreMessages(trx, { conversationId, positions, countTokens });
    else await omitMessages(trx, { conversationId, positions, as: 'dropped' });
    outcomes.push({ turnId: newest.turnId });
  }
  return outcomes;
}

function mayDrop({ kind, status, isShared }: NewestTry): boolean {
  return kind === 'message' && isFinal(status) && !isShared;
}

function mayRedo(newest: NewestTry): boolean {
  return mayDrop(newest) && (newest.status !== 'completed' || newest.omitted !== null);
}

async function describeProblem(
  trx: DatabaseTransaction,
  input: { conversationId: number | undefined; turnId: string; newest: NewestTry | undefined },
): Promise<string> {
  const { turnId, newest } = input;
  if (!newest || newest.kind !== 'message') return describeUnknownTurn(trx, input);
  if (!isFinal(newest.status)) return `Turn '${turnId}' has not ended: cancel it first`;
  if (newest.isShared)
    return `Message '${turnId}' is shared with another branch or a fork, and would be omitted there, too: regenerate or edit it`;
  return `Turn '${turnId}' was answered: only a failed, canceled or refused message can be retried. Regenerate its answer instead`;
}

function toPart(messageId: string, { turnId, status }: NewestTry): PartOfTurn {
  return isFinal(status) ? { messageId, turnId, ended: status } : { messageId, turnId };
}

async function findNewestTry(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number | undefined; turnId: string },
): Promise<NewestTry | undefined> {
  if (conversationId === undefined) return undefined;
  const { rows } = await sql<NewestTry>`
    with recursive try as (
      select whole.position, whole.turn_id, whole.kind, whole.status, whole.data, whole.output_schema,
        whole.instructions, false as is_retry
      from turn join turn whole on whole.conversation_id = turn.conversation_id
        and whole.position = case when turn.joined_step is null then turn.position else turn.of_position end
      where turn.conversation_id = ${conversationId} and turn.turn_id = ${turnId}
      union all
      select turn.position, turn.turn_id, turn.kind, turn.status, turn.data, turn.output_schema, turn.instructions,
        true
      from try cross join lateral (
        select * from turn where conversation_id = ${conversationId} and retry_of = try.position offset 0) turn
    )
    select try.position, try.turn_id as "turnId", try.kind, try.status, is_retry as "isRetry", omitted,
      data, output_schema as output, try.instructions,
      coalesce(message.seq is not null and (
        message.branch <> (select branch from conversation where id = ${conversationId})
        or exists (
          select from branch cross join lateral jsonb_array_elements(past) part
          where branch.conversation_id = ${conversationId} and (part ->> 0)::bigint = ${conversationId}
            and (part ->> 1)::integer = message.branch and message.seq > (part ->> 2)::integer
            and message.seq <= (part ->> 3)::integer)
        -- What a fork of a fork sees of this conversation, the fork sees, too.
        or exists (
          select from conversation fork join branch first on first.conversation_id = fork.id and first.number = 0
          cross join lateral jsonb_array_elements(first.past) part
          where fork.forked_from = ${conversationId} and (part ->> 0)::bigint = ${conversationId}
            and (part ->> 1)::integer = message.branch and message.seq > (part ->> 2)::integer
            and message.seq <= (part ->> 3)::integer)), false) as "isShared",
      coalesce(content, '') as text, coalesce(attachments, '[]'::json) as attachments
    -- 'offset 0' forces key lookups: a prepared statement otherwise read all messages of the chat.
    from try left join lateral (
      select * from thread_message
      where conversation_id = ${conversationId} and position = try.position and role = 'user' offset 0
    ) message on true
    order by try.position desc limit 1`.execute(trx);
  return rows[0];
}
