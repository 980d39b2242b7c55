import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { ifCutOff } from '../../../protocol/finish-reason.js';
import { describeFailure } from '../errors/describe-problem.js';
import { answerMessageId } from './message-id.js';
import { ChunkWriter, type SentCalls } from './chunk-writer.js';
import type { AnswerMetadata, Dialect, UIChunk } from './ui-chunk.js';

export interface AnswerChunksInput {
  turnId: string;
  executionId: string;
  events: AsyncIterable<TurnEvent>;
  dialect: Dialect;
  sentBefore?: SentCalls | undefined;
  readFacts: () => Promise<Pick<AnswerMetadata, 'model' | 'usage' | 'cost' | 'unpricedCalls'>>;
  /** Resolves once no event has arrived for as long as storing nodes may take. */
  quiet?: () => Promise<'quiet'>;
}

/** Ends when a person is asked: the answer is a new request. Without `finish` if the reader left. */
export async function* answerChunks(input: AnswerChunksInput): AsyncGenerator<UIChunk, void, void> {
  const { turnId, executionId, dialect, sentBefore } = input;
  const metadata: AnswerMetadata = { turnId, executionId };
  const writer = new ChunkWriter({ executionId, dialect, sentBefore });
  yield { type: 'start', messageId: answerMessageId(turnId), messageMetadata: metadata };
  const events = input.events[Symbol.asyncIterator]();
  try {
    let next = events.next();
    for (;;) {
      const result = writer.isWaiting ? await Promise.race([next, (input.quiet ?? shortWait)()]) : await next;
      if (result === 'quiet') {
        yield* writer.pause();
        yield { type: 'finish', finishReason: 'tool-calls', messageMetadata: metadata };
        return;
      }
      if (result.done === true) return;
      yield* writer.write(result.value);
      if (isLast(result.value)) {
        yield* endChunks(input, writer, result.value);
        return;
      }
      next = events.next();
    }
  } finally {
    // The events' signal ends the pending read.
    void events.return?.(undefined);
  }
}

/** Waits this long for questions of nodes that run beside the asking one. */
const QUIET_MS = 700;

function shortWait(): Promise<'quiet'> {
  return new Promise((resolve) => void setTimeout(resolve, QUIET_MS, 'quiet').unref());
}

type LastEvent = Extract<TurnEvent, { type: 'done' | 'failed' | 'cancelled' }>;

function isLast(event: TurnEvent): event is LastEvent {
  return event.type === 'done' || event.type === 'failed' || event.type === 'cancelled';
}

async function* endChunks(
  { turnId, executionId, readFacts }: AnswerChunksInput,
  writer: ChunkWriter,
  event: LastEvent,
): AsyncGenerator<UIChunk, void, void> {
  yield* writer.end(event.type === 'done' ? event.text : undefined);
  const metadata: AnswerMetadata = { turnId, executionId, ...(await readFacts()) };
  switch (event.type) {
    case 'done':
      yield {
        type: 'finish',
        finishReason: event.finishReason ?? 'stop',
        messageMetadata: { ...metadata, status: 'completed', ...ifCutOff(event.finishReason) },
      };
      return;
    case 'cancelled':
      yield { type: 'message-metadata', messageMetadata: { ...metadata, status: 'cancelled' } };
      yield { type: 'abort' };
      return;
    case 'failed': {
      const error = describeFailure(event);
      yield { type: 'message-metadata', messageMetadata: { ...metadata, status: 'failed', error } };
      yield { type: 'error', errorText: error.message };
    }
  }
}
