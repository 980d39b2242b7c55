import type { TurnEvent } from '../../client/stream/stream-events.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { answerChunks } from './answer-chunks.js';
import { formatApprovalId } from './approval-id.js';
import type { Chat } from './open-chat.js';
import { readFacts } from './read-facts.js';
import type { ToldCalls } from './tell-chunks.js';

/** A turn whose answer is sent to a page. */
export interface FollowedTurn {
  turnId: string;
  /** The tool calls that the page has of the answer. */
  told?: ToldCalls | undefined;
  /** Ids of the questions that were just answered: their rows may say so a moment later. */
  answered?: ReadonlySet<string> | undefined;
}

/** The answer of a turn as Server-Sent Events. Without the last line where the signal aborts: the answer goes on. */
export async function* answerPieces(
  { caller: { client }, conversation, dialect }: Chat,
  { turnId, told, answered, signal }: FollowedTurn & { signal: AbortSignal },
): AsyncGenerator<string, void, void> {
  const executionId = turnWorkflowId(conversation.workflowId, turnId);
  // Of a message that joined another turn, the stream is that of the other one.
  const over = new AbortController();
  const events = conversation.stream(turnId, { signal: AbortSignal.any([signal, over.signal]) });
  const chunks = answerChunks({
    turnId,
    executionId,
    dialect,
    told,
    events: withoutAnswered(events, answered),
    readFacts: () => readFacts(client, executionId),
  });
  try {
    for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
    if (!signal.aborted) yield 'data: [DONE]\n\n';
  } finally {
    over.abort();
  }
}

async function* withoutAnswered(
  events: AsyncIterable<TurnEvent>,
  answered: ReadonlySet<string> = new Set(),
): AsyncGenerator<TurnEvent, void, void> {
  for await (const event of events)
    if (event.type !== 'approval' || !answered.has(formatApprovalId(event))) yield event;
}
