import { MAX_PAGE } from '../../../client/conversation/check-page.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { HistoryMessage } from '../../../views/conversation.js';
import { answerChunks } from './answer-chunks.js';
import { collectMessage, type UIMessage, type UIPart } from './collect-message.js';
import { fileAddress } from './file-address.js';
import { answerMessageId, partMessageId } from './message-id.js';
import type { Chat } from './open-chat.js';
import { readFacts } from './read-facts.js';
import type { UIChunk } from './ui-chunk.js';

export interface ChatPage {
  messages: UIMessage[];
  next: string | null;
}

export async function loadChat(
  chat: Chat,
  page: { limit: number; before?: string | undefined },
): Promise<ChatPage> {
  const { conversation } = chat;
  const { rows: read, next } = await readTurns(chat, page);
  // Read last, so that a turn that began in between is streamed to its end.
  const running = new Set(await conversation.unfinished());
  const rows = placeQuestions(read);
  const messages: UIMessage[] = [];
  for (const [at, row] of rows.entries()) {
    const question = row.role === 'user' ? toQuestion(chat, row) : undefined;
    if (question) messages.push(question);
    if (isAsked(row)) messages.push(toAsked(row));
    if (running.has(row.turnId)) continue;
    // A failed turn has no row for its answer.
    const isLast = !rows.slice(at + 1).some(({ turnId }) => turnId === row.turnId);
    if (!isLast) continue;
    const answer = await loadAnswer(chat, row);
    if (answer) messages.push(answer);
    else if (question && row.executionId === null)
      question.metadata = { ...question.metadata, status: 'cancelled' };
  }
  return { messages, next };
}

/** Whole turns, as the answer of a turn on two pages would be on both. A turn may be longer than the limit. */
async function readTurns(
  chat: Chat,
  page: { limit: number; before?: string | undefined },
): Promise<{ rows: HistoryMessage[]; next: string | null }> {
  const { messages, next } = await chat.conversation.history(page);
  const rows = messages.toReversed().filter(({ omitted }) => omitted !== 'retried');
  if (next === null) return { rows, next };
  const begun = new Set(
    rows.filter(({ role, joined }) => role === 'user' && joined === null).map(({ turnId }) => turnId),
  );
  const from = rows.findIndex(({ turnId }) => begun.has(turnId));
  const first = rows[from];
  if (first) return { rows: rows.slice(from), next: String(first.seq) };
  const limit = Math.min(2 * page.limit, MAX_PAGE);
  return limit > page.limit ? readTurns(chat, { ...page, limit }) : { rows, next };
}

const NEWEST = 100;

interface TurnQuestions {
  /** Closed questions, and answers given elsewhere, oldest first. */
  asked: UIMessage[];
  question: string | undefined;
}

/** Loads questions that were inside the answer, which is streamed again without them. */
export async function loadQuestions(
  chat: Chat,
  { turnId, sent }: { turnId: string; sent: string },
): Promise<TurnQuestions> {
  const { messages } = await chat.conversation.history({ limit: NEWEST });
  const rows = placeQuestions(messages.toReversed()).filter(
    (row) => row.turnId === turnId && row.joined?.approval !== undefined,
  );
  return {
    asked: rows
      .filter(({ joined }) => joined?.turnId === undefined)
      .map((row) => (isAsked(row) ? toAsked(row) : toQuestion(chat, row))),
    question: rows.find(({ joined }) => joined?.turnId === sent)?.joined?.question,
  };
}

async function loadAnswer(chat: Chat, row: HistoryMessage): Promise<UIMessage | undefined> {
  const { turnId, role, text } = row;
  const { conversation, caller } = chat;
  const executionId = turnWorkflowId(conversation.workflowId, turnId);
  const chunks: UIChunk[] = [];
  const events = answerChunks({
    turnId,
    executionId,
    dialect: 'v7',
    events: settled(conversation.stream(turnId)),
    readFacts: () => readFacts(caller.client, executionId),
  });
  for await (const chunk of events) chunks.push(chunk);
  const message = collectMessage(answerMessageId(turnId), chunks);
  // The history keeps a canceled turn's text, but its streamed pieces are deleted.
  if (role === 'assistant' && !isAsked(row) && !message.parts.some(({ type }) => type === 'text'))
    message.parts.push({ type: 'text', text, state: 'done' });
  if (role === 'assistant' && message.metadata)
    message.metadata = {
      ...message.metadata,
      seq: row.seq,
      createdAt: row.createdAt.toISOString(),
      ...(row.rating && { rating: row.rating }),
    };
  const isStopped = message.metadata?.status === 'cancelled' && row.executionId !== null;
  const hasEnd = message.metadata?.error !== undefined || isStopped;
  return message.parts.length > 0 || hasEnd ? message : undefined;
}

async function* settled(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent, void, void> {
  for await (const event of events) if (event.type !== 'approval') yield event;
}

function isAsked({ role, joined }: HistoryMessage): boolean {
  return role === 'assistant' && joined?.approval === 'question';
}

/**
 * Other questions may separate an answer from its question. Omits open questions, which are parts of the streamed
 * answer.
 */
function placeQuestions(rows: readonly HistoryMessage[]): HistoryMessage[] {
  const findName = ({ turnId, joined }: HistoryMessage) => JSON.stringify([turnId, joined?.question]);
  const questions = new Map(rows.filter(isAsked).map((row) => [findName(row), row]));
  const answered = new Set(rows.filter(({ joined }) => joined?.approval === 'answer').map(findName));
  return rows.flatMap((row) => {
    if (isAsked(row)) return row.joined?.isOpen === true || answered.has(findName(row)) ? [] : [row];
    const question = row.joined?.approval === 'answer' ? questions.get(findName(row)) : undefined;
    return question ? [question, row] : [row];
  });
}

function toAsked(row: HistoryMessage): UIMessage {
  return {
    id: partMessageId(row),
    role: 'assistant',
    metadata: toMetadata(row),
    parts: [{ type: 'text', text: row.text, state: 'done' }],
  };
}

function toMetadata({ turnId, seq, createdAt, joined }: HistoryMessage): UIMessage['metadata'] {
  const said = { turnId, seq, createdAt: createdAt.toISOString() };
  return joined?.question === undefined ? said : { ...said, question: joined.question };
}

function toQuestion({ id }: Chat, row: HistoryMessage): UIMessage {
  const { turnId, joined, text, attachments = [] } = row;
  const files = attachments.map(({ ref, mediaType, name }): UIPart => ({
    type: 'file',
    mediaType,
    filename: name,
    url: fileAddress(id, ref),
  }));
  const said: UIPart[] = text === '' ? [] : [{ type: 'text', text }];
  return {
    id: joined === null ? turnId : (joined.turnId ?? partMessageId(row)),
    role: 'user',
    metadata: toMetadata(row),
    parts: [...files, ...said],
  };
}
