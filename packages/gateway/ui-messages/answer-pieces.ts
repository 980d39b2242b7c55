import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { parseTurnWorkflowId } from '../../../protocol/parse-workflow-id.js';
import { answerChunks } from './answer-chunks.js';
import { formatApprovalId } from './approval-id.js';
import { loadQuestions } from './load-chat.js';
import { answerMessageId } from './message-id.js';
import type { Chat } from './open-chat.js';
import { readFacts } from './read-facts.js';
import { queuedChunk, type SentCalls } from './chunk-writer.js';
import type { UIChunk } from './ui-chunk.js';

export interface FollowedTurn {
  turnId: string;
  sent?: { turnId: string; isQueued: boolean } | undefined;
  sentBefore?: SentCalls | undefined;
  /** Answered by the page, though their rows may not show it yet. */
  answered?: ReadonlySet<string> | undefined;
}

/**
 * If the signal aborts, omits the last line, because the answer continues. If the message joins another turn, resends
 * that turn's answer below the message.
 */
export async function* answerPieces(
  chat: Chat,
  { sent, ...turn }: FollowedTurn & { signal: AbortSignal },
): AsyncGenerator<string, void, void> {
  const turnId = sent?.isQueued === true ? yield* waitToBegin(chat, turn) : turn.turnId;
  if (sent && sent.turnId !== turnId) {
    const questions = await loadQuestions(chat, { turnId, sent: sent.turnId });
    const data = { messageId: answerMessageId(turnId), ...questions };
    yield toPiece({ type: 'data-joined', data, transient: true });
  }
  for await (const chunk of followedChunks(chat, { ...turn, turnId })) yield toPiece(chunk);
  if (!turn.signal.aborted) yield 'data: [DONE]\n\n';
}

/** Yields queue positions; returns the turn that answers. */
async function* waitToBegin(
  { conversation }: Chat,
  { turnId, signal }: { turnId: string; signal: AbortSignal },
): AsyncGenerator<string, string, void> {
  for await (const event of conversation.stream(turnId, { signal })) {
    if (event.type === 'started') return parseTurnWorkflowId(event.executionId)?.turnId ?? turnId;
    if (event.type === 'queued') yield toPiece(queuedChunk(event));
  }
  return turnId;
}

async function* followedChunks(
  { caller: { client }, conversation, dialect }: Chat,
  { turnId, sentBefore, answered, signal }: FollowedTurn & { signal: AbortSignal },
): AsyncGenerator<UIChunk, void, void> {
  const executionId = turnWorkflowId(conversation.workflowId, turnId);
  const over = new AbortController();
  const events = conversation.stream(turnId, { signal: AbortSignal.any([signal, over.signal]) });
  try {
    yield* answerChunks({
      turnId,
      executionId,
      dialect,
      sentBefore,
      events: withoutAnswered(events, answered),
      readFacts: () => readFacts(client, executionId),
    });
  } finally {
    over.abort();
  }
}

function toPiece(chunk: UIChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function* withoutAnswered(
  events: AsyncIterable<TurnEvent>,
  answered: ReadonlySet<string> = new Set(),
): AsyncGenerator<TurnEvent, void, void> {
  for await (const event of events)
    if (event.type !== 'approval' || !answered.has(formatApprovalId(event))) yield event;
}
