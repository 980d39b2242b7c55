import { sql, type RawBuilder } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import { typedText } from '../../context/message/typed-text.js';
import { CUT_OFF_REASONS, type CutOffReason } from '../../protocol/finish-reason.js';
import { uploadReference } from '../../protocol/message-parts.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { QueueJump } from '../../protocol/while-running.js';
import { shownAnswer } from '../../protocol/shown-answer.js';
import { questionName, type QuestionPlace } from '../../flow/approval/question-name.js';
import { callPlace } from '../calls/call-column.js';
import { questionId } from './question-id.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { newestFinish } from './newest-finish.js';
import type { ThreadMessageView } from '../tables/conversation.table.js';
import type { JoinedAt, HistoryAttachment, HistoryMessage } from '../../views/conversation.js';

/** Ids of pushed steps and questions begin with a line break, which no turn id contains. */
const OWN_ID = '\n%';

/** `reader` is the reading conversation's row id. */
export function selectHistory(db: Database, messages: RawBuilder<unknown>, reader: RawBuilder<number>) {
  return db
    .selectFrom((messages as RawBuilder<ThreadMessageView>).as('message'))
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'message.conversation_id')
        .onRef('turn.position', '=', 'message.position'),
    )
    .leftJoin('turn as whole', (join) =>
      join
        .onRef('whole.conversation_id', '=', 'turn.conversation_id')
        .onRef('whole.position', '=', 'turn.of_position')
        .on('turn.joined_step', 'is not', null),
    )
    .leftJoin('execution', (join) =>
      join
        .onRef('execution.id', '=', 'message.execution_id')
        .on(sql<boolean>`(message.conversation_id = ${reader} or ${isOfSameUser(reader)})`),
    )
    .select([
      'message.seq',
      'message.role',
      'message.content as text',
      'message.token_count as tokenCount',
      'execution.workflow_id as executionId',
      'message.created_at as createdAt',
      'message.omitted',
    ])
    .select(({ fn, eb }) => [
      fn.coalesce('whole.turn_id', 'turn.turn_id').as('turnId'),
      eb
        .case()
        .when('turn.joined_step', 'is', null)
        .then(null)
        .else(
          sql<JoinedAt>`json_strip_nulls(json_build_object('step', turn.joined_step,
            'turnId', case when turn.kind in ('message', 'answer') and turn.turn_id not like ${OWN_ID} then turn.turn_id end,
            'approval', case when turn.kind in ('question', 'answer')
              then case message.role when 'user' then 'answer' else 'question' end end))`,
        )
        .end()
        .as('joined'),
      sql<QueueJump | null>`case when message.role = 'user' then turn.while_running end`.as('whileRunning'),
      sql<boolean>`message.role = 'assistant' and turn.status = 'cancelled'`.as('isPartial'),
      sql<CutOffReason | null>`case when message.role = 'assistant' and turn.status = 'completed' and turn.joined_step is null
        then (select finish from (select ${newestFinish(sql.ref('execution.id'))} as finish) newest
          where finish in (${sql.join([...CUT_OFF_REASONS])})) end`.as('finishReason'),
      sql<HistoryMessage['failure']>`case when message.role = 'user' and turn.status = 'failed'
        then json_build_object('type', turn.error_type, 'message', turn.error_message) end`.as('failure'),
    ])
    .where('message.seq', 'is not', null)
    .$narrowType<{ seq: number }>();
}

export async function readHistory(
  db: Database,
  input: { conversationId: string; branch?: number | undefined; before: number | undefined; limit: number },
): Promise<HistoryMessage[]> {
  const { conversationId: workflowId, branch, before, limit } = input;
  const conversationId = sql<number>`(
    select id from conversation where workflow_id = ${workflowId} order by id desc limit 1)`;
  const through = before === undefined ? undefined : before - 1;
  const messages = seenMessages({ conversationId, branch }, { through, newest: limit });
  const rows = await selectHistory(db, messages, conversationId)
    .select(['message.attachments', 'message.rating', placeOfQuestion()])
    .select(sql<MessageData | null>`case when message.role = 'user' then turn.data end`.as('data'))
    .orderBy('message.seq', 'desc')
    .execute();
  return rows.map(({ attachments, data, about, rating, ...given }) => {
    const stored = rating === null ? given : { ...given, rating };
    const named = about === null ? stored : nameQuestion(stored, about);
    const row = named.role === 'assistant' ? { ...named, text: shownAnswer(named.text) } : named;
    const message = attachments === null ? row : toMessage(row, attachments);
    return data === null ? message : { ...message, data };
  });
}

function placeOfQuestion() {
  return sql<FoundQuestion | null>`case when turn.kind in ('question', 'answer') then (
    select json_build_object('executionId', asking.workflow_id, 'nodeId', approval.node_id,
      'iteration', approval.iteration, 'call', ${callPlace()},
      'isOpen', approval.status = 'open' and approval.answer is null)
    from execution asking join approval on approval.execution_id = asking.id
    where (asking.id = execution.id or asking.root_id = execution.id)
      and (approval.answer_turn_id = turn.turn_id or ${questionId()} = turn.turn_id)
    limit 1) end`.as('about');
}

interface FoundQuestion extends QuestionPlace {
  isOpen: boolean;
}

function nameQuestion<Row extends Pick<HistoryMessage, 'joined' | 'executionId'>>(
  row: Row,
  { isOpen, ...place }: FoundQuestion,
): Row {
  const { joined, executionId } = row;
  if (joined === null || executionId === null) return row;
  const named = { ...joined, question: questionName(place, executionId) };
  return { ...row, joined: isOpen ? { ...named, isOpen } : named };
}

/** False for a message of another user that a fork shares. */
function isOfSameUser(reader: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from conversation said join conversation fork on fork.user_id = said.user_id
    where said.id = message.conversation_id and fork.id = ${reader})`;
}

function toMessage(
  row: Omit<HistoryMessage, 'attachments'>,
  attachments: readonly Attachment[],
): HistoryMessage {
  return {
    ...row,
    text: typedText(row.text, attachments),
    attachments: attachments.map(toHistoryAttachment),
  };
}

export function toHistoryAttachment({
  hash,
  kind,
  name,
  mediaType,
  bytes,
  width,
  height,
}: Attachment): HistoryAttachment {
  return { ref: uploadReference(hash), kind, name, mediaType, bytes, width, height };
}
