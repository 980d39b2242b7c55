import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { answerBytes, AnswerBounds, maxAnswerBytes } from './answer-bounds.js';
import { type ModelResponse, PartCollector } from './collect-parts.js';
import { DEFAULT_STALL_MS } from './stall-limit.js';
import { withDeadline } from './with-deadline.js';

export type { ModelContentPart, ModelResponse, ModelToolCall } from './collect-parts.js';

/** Ends before the Activity's timeout, whose failure would name no reason. */
const DEFAULT_ANSWER_LIMIT_MS = 570_000;

export interface ReadStreamInput {
  readonly model: LanguageModelV3;
  readonly options: Omit<LanguageModelV3CallOptions, 'abortSignal'>;
  readonly signal?: AbortSignal | undefined;
  readonly onText?: ((delta: string) => void | Promise<void>) | undefined;
  readonly onReasoning?: ((delta: string) => void | Promise<void>) | undefined;
  readonly onFirstToken?: (() => void) | undefined;
  readonly stallMs?: number | undefined;
  readonly answerTimeoutMs?: number | undefined;
}

/** Throws an error that `toModelFailure` accepts, or the signal's reason. */
export async function readStream(input: ReadStreamInput): Promise<ModelResponse> {
  const { model, options, signal } = input;
  signal?.throwIfAborted();
  const own = new AbortController();
  const abortSignal = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const { stallMs: timeoutMs = DEFAULT_STALL_MS } = input;
  const received: Received = { bytes: 0 };
  try {
    const asked = answerBytes.run(maxAnswerBytes(options.maxOutputTokens), () =>
      model.doStream({ ...options, abortSignal }),
    );
    const { stream, response } = await withDeadline(asked, {
      signal,
      timeoutMs,
      message: describeStall(model, { stallMs: timeoutMs, bytes: 0 }),
    });
    return await readParts(stream, input, { headers: response?.headers ?? {}, received });
  } catch (error) {
    // Checked first: for an abort during a stream, the package reports a provider error.
    if (signal?.aborted) throw signal.reason;
    throw isCut(error) ? cutStreamError(received.bytes) : error;
  } finally {
    own.abort();
  }
}

interface Received {
  bytes: number;
}

async function readParts(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  input: ReadStreamInput,
  { headers, received }: { headers: Record<string, string>; received: Received },
): Promise<ModelResponse> {
  const { model, options } = input;
  const reader = stream.getReader();
  const collector = new PartCollector(headers);
  const bounds = new AnswerBounds({ model: model.modelId, maxOutputTokens: options.maxOutputTokens });
  const readPart = createPartReader(reader, input, { bounds, received });
  let hasFirstToken = false;
  let textId: string | undefined;
  let reasoningId: string | undefined;
  try {
    for (;;) {
      const { done, value: part } = await readPart();
      if (done) throw cutStreamError(received.bytes);
      if (part.type === 'error') throw streamError('The model stream broke off', part.error);
      bounds.add(part);
      if (part.type === 'text-delta' || part.type === 'reasoning-delta')
        received.bytes += Buffer.byteLength(part.delta);
      if (!hasFirstToken && isToken(part)) {
        hasFirstToken = true;
        input.onFirstToken?.();
      }
      if (part.type === 'text-delta' && part.delta !== '') {
        if (textId !== undefined && textId !== part.id) await input.onText?.('\n');
        textId = part.id;
        await input.onText?.(part.delta);
      }
      if (part.type === 'reasoning-delta' && part.delta !== '') {
        if (reasoningId !== undefined && reasoningId !== part.id) await input.onReasoning?.('\n');
        reasoningId = part.id;
        await input.onReasoning?.(part.delta);
      }
      const response = collector.add(part);
      if (response && isUnfinished(response)) throw cutStreamError(received.bytes);
      if (response) return response;
    }
  } finally {
    reader.cancel().catch(() => undefined); // a failed cancel must not hide the error
  }
}

function createPartReader(
  reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>,
  input: ReadStreamInput,
  { bounds, received }: { bounds: AnswerBounds; received: Received },
) {
  const { model, signal, stallMs = DEFAULT_STALL_MS, answerTimeoutMs = DEFAULT_ANSWER_LIMIT_MS } = input;
  const endsMs = performance.now() + answerTimeoutMs;
  return async () => {
    const leftMs = endsMs - performance.now();
    if (leftMs <= 0) throw bounds.tooSlow(answerTimeoutMs);
    const isLast = leftMs < stallMs;
    const timeoutMs = isLast ? leftMs : stallMs;
    const message = describeStall(model, { stallMs, ...received });
    return withDeadline(reader.read(), { signal, timeoutMs, message }).catch((error: unknown) => {
      throw isLast && isTimeout(error) ? bounds.tooSlow(answerTimeoutMs) : error;
    });
  };
}

function describeStall(
  { modelId }: LanguageModelV3,
  { stallMs, bytes }: { stallMs: number; bytes: number },
): string {
  const where = bytes === 0 ? 'before its answer began' : `after ${bytes} bytes of its answer`;
  return (
    `Model '${modelId}' sent nothing for ${stallMs} ms, ${where}: check its endpoint, or raise ` +
    `THREADLINE_MODEL_STALL_MS or the model's stallMs`
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Some packages report a cut stream only this way. */
function isUnfinished({ finishReason, rawFinishReason }: ModelResponse): boolean {
  return finishReason === 'other' && rawFinishReason === undefined;
}

function isToken(part: LanguageModelV3StreamPart): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.delta !== '';
    case 'tool-input-start':
    case 'tool-call':
      return true;
    default:
      return false;
  }
}

function streamError(message: string, cause?: unknown): Error {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause });
  error.name = 'ModelStreamError';
  return error;
}

function cutStreamError(bytes: number): Error {
  return streamError(
    `The provider's stream ended before the answer was complete, after ${bytes} bytes of it`,
  );
}

/** These errors get our own words, because the packages' messages explain nothing to a user. */
function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return error.message === 'terminated';
  if (error.name === 'AI_InvalidResponseDataError') return error.message.includes('ended without a finish');
  return isCut(error.cause);
}
