import type { ModelRequest } from '../http/model-request.js';
import type {
  AnswerOptions,
  AnswerReply,
  DynamicReply,
  ErrorReply,
  ErrorStatus,
  GatedReply,
  Interruption,
  Reply,
  ToolCallInput,
  TransportFault,
} from '../http/reply.js';

const DEFAULT_CHUNKS = 8;

export interface TextOptions extends AnswerOptions {
  /** The number of chunks, or the chunks, which must add up to the answer. Default: 8. */
  readonly chunks?: number | readonly string[];
}

export function text(answer: string, { chunks = DEFAULT_CHUNKS, ...options }: TextOptions = {}): AnswerReply {
  const parts = typeof chunks === 'number' ? splitText(answer, chunks) : chunks;
  if (parts.join('') !== answer) {
    throw new Error(`The chunks '${parts.join('|')}' do not add up to the answer '${answer}'`);
  }
  return { kind: 'answer', name: `text '${answer}'`, chunks: parts, calls: [], ...options };
}

export interface ToolCallsOptions extends AnswerOptions {
  /** Text before the calls. Default: none. */
  readonly text?: string;
}

/** Parallel calls in one answer. */
export function toolCalls(
  calls: readonly ToolCallInput[],
  { text: answerText, ...options }: ToolCallsOptions = {},
): AnswerReply {
  const name = `tool-calls '${calls.map((call) => call.name).join(', ')}'`;
  return { kind: 'answer', name, chunks: answerText ? [answerText] : [], calls, ...options };
}

/** Computes a reply from the request. If `make` throws, the script fails. */
export function answer(make: (request: ModelRequest) => Reply): DynamicReply {
  return { kind: 'dynamic', make };
}

/**
 * Waits for `release()` between `first` and `rest`. `started` resolves when the client's connection has the first
 * part. After the release, a retry does not wait.
 */
export function gated(
  first: string,
  rest: string,
  { reasoning }: Pick<AnswerOptions, 'reasoning'> = {},
): GatedReply {
  const started = deferred();
  const released = deferred();
  const gate = { kind: 'gate', markStarted: started.resolve, released: released.promise } as const;
  return {
    ...interrupted(`gated '${first}'`, first, gate, rest),
    reasoning,
    started: started.promise,
    release: released.resolve,
  };
}

function interrupted(name: string, ...chunks: (string | Interruption)[]): AnswerReply {
  return { kind: 'answer', name, chunks: chunks.filter((chunk) => chunk !== ''), calls: [] };
}

export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Splits a text without splitting a surrogate pair. */
export function splitText(whole: string, pieces: number): readonly string[] {
  const points = Array.from(whole);
  const size = Math.ceil(points.length / Math.max(1, Math.floor(pieces)));
  const parts: string[] = [];
  for (let from = 0; from < points.length; from += size) parts.push(points.slice(from, from + size).join(''));
  return parts;
}

/** Scripted failures of a provider, in any wire format. */
export const fault = {
  /** 429, with `retry-after-ms` (milliseconds) and `retry-after` (seconds or an HTTP date) if given. */
  rateLimited: (waits: Omit<ErrorReply & { kind: 'rate-limited' }, 'kind'> = {}): ErrorReply => ({
    kind: 'rate-limited',
    ...waits,
  }),
  /** Any other error, by default with the provider's message. 429 is an exhausted quota, 529 an overload. */
  status: (
    status: ErrorStatus,
    wording: { readonly message?: string; readonly code?: string } = {},
  ): ErrorReply => ({ kind: 'status-error', status, ...wording }),
  /** The prompt exceeds the context window. Both numbers are tokens. */
  contextLength: (tokens: { readonly limit: number; readonly actual: number }): ErrorReply => ({
    kind: 'context-length',
    ...tokens,
  }),
  /** Never answers, not even with headers. */
  hang: (): TransportFault => ({ kind: 'hang' }),
  /** Closes the connection without a byte. */
  closeConnection: (): TransportFault => ({ kind: 'close-connection' }),
  /** A 200 with a web page, as from a captive portal or a wrong base URL. */
  html: (): TransportFault => ({ kind: 'html' }),
  /** A 200 without a body. */
  emptyBody: (): TransportFault => ({ kind: 'empty-body' }),
  /** Streams some text, then keeps the connection open. */
  hangMidStream: (textBefore: string) => interrupted('hang-mid-stream', textBefore, { kind: 'hang' }),
  /** Streams some text, then destroys the connection. */
  cutMidStream: (textBefore: string) => interrupted('cut-mid-stream', textBefore, { kind: 'cut' }),
  /** Streams some text, then ends without a finish or an end marker. */
  endEarly: (textBefore: string) => interrupted('end-early', textBefore, { kind: 'end-early' }),
  /** Streams some text and an event that is not JSON, then finishes normally. */
  brokenJson: (textBefore: string) => interrupted('broken-json', textBefore, { kind: 'broken-json' }),
  /** Streams some text, then an error event. */
  errorMidStream: (textBefore: string) => interrupted('error-mid-stream', textBefore, { kind: 'error' }),
} as const;
