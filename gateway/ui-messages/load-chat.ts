import type { TurnEvent } from '../../client/stream/stream-events.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { HistoryMessage } from '../../store/conversation/read-history.js';
import { answerChunks } from './answer-chunks.js';
import { collectMessage, type UIMessage, type UIPart } from './collect-message.js';
import { fileAddress } from './file-address.js';
import { answerMessageId, partMessageId } from './message-id.js';
import type { Chat } from './open-chat.js';
import { readFacts } from './read-facts.js';
import type { UIChunk } from './ui-chunk.js';

/** A page of a chat, oldest message first. */
export interface ChatPage {
  messages: UIMessage[];
  /** Give it as `before` for the page before this one; null: there is none. */
  next: string | null;
}

/**
 * Loads the messages of a chat as its page has made them of the streams: the same parts with the same ids. The answer of a turn that
 * runs is not among them: the page resumes its stream.
 */
export async function loadChat(
  chat: Chat,
  page: { limit: number; before?: string | undefined },
): Promise<ChatPage> {
  const { conversation } = chat;
  const { messages: newestFirst, next } = await conversation.history(page);
  // Read last: the stream of a turn that began in between would be waited for to its end.
  const running = new Set(await conversation.unfinished());
  const rows = newestFirst.toReversed().filter(({ omitted }) => omitted !== 'retried');
  const messages: UIMessage[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.role === 'user') messages.push(toQuestion(chat, row));
    if (isAsked(row)) messages.push(toAsked(row));
    if (running.has(row.turnId)) continue;
    // A turn that failed has no answer of its own among the rows.
    const isLast = !rows.slice(at + 1).some(({ turnId }) => turnId === row.turnId);
    if (!isLast) continue;
    const answer = await loadAnswer(chat, row);
    if (answer !== undefined) messages.push(answer);
  }
  return { messages, next };
}

/** How many of the newest messages are read for the questions of a running turn. */
const NEWEST = 100;

/**
 * Loads what the nodes of a running turn asked, and the answers that no message of a page gave, oldest first. The page of the turn
 * shows these questions as parts of the answer, which is streamed again without them once they are answered.
 */
export async function loadAsked(chat: Chat, turnId: string): Promise<UIMessage[]> {
  const { messages } = await chat.conversation.history({ limit: NEWEST });
  return messages
    .toReversed()
    .filter((row) => row.turnId === turnId && row.joined?.approval !== undefined)
    .filter(({ joined }) => joined?.turnId === undefined)
    .map((row) => (isAsked(row) ? toAsked(row) : toQuestion(chat, row)));
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
  // What a cancelled turn had said is kept in the thread, where its streamed pieces are not.
  if (role === 'assistant' && !isAsked(row) && !message.parts.some(({ type }) => type === 'text'))
    message.parts.push({ type: 'text', text, state: 'done' });
  return message.parts.length > 0 || message.metadata?.error !== undefined ? message : undefined;
}

/** The events of a turn that has ended, none of which is a question. */
async function* settled(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent, void, void> {
  for await (const event of events) if (event.type !== 'approval') yield event;
}

/** Whether a node of the flow asked a person this. */
function isAsked({ role, joined }: HistoryMessage): boolean {
  return role === 'assistant' && joined?.approval === 'question';
}

/** The question of a node, as a message of its own before its answer. */
function toAsked(row: HistoryMessage): UIMessage {
  const { seq, turnId, text, createdAt } = row;
  return {
    id: partMessageId(row),
    role: 'assistant',
    metadata: { turnId, seq, createdAt: createdAt.toISOString() },
    parts: [{ type: 'text', text, state: 'done' }],
  };
}

function toQuestion({ id }: Chat, row: HistoryMessage): UIMessage {
  const { seq, turnId, joined, text, attachments = [], createdAt } = row;
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
    metadata: { turnId, seq, createdAt: createdAt.toISOString() },
    parts: [...files, ...said],
  };
}
