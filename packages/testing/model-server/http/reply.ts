import type { ModelRequest } from './model-request.js';

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** The status 429 means an exhausted quota. For a rate limit, use `fault.rateLimited`. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 500 | 502 | 503 | 529;

export interface ReplyUsage {
  readonly inputTokens: number;
  /** The count includes reasoning. */
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  /** Only some formats report these. */
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

export interface AnswerOptions {
  /** Pause before each chunk. Default: none. */
  readonly delayMs?: number;
  /** Default: estimated at four characters per token. */
  readonly usage?: Partial<ReplyUsage>;
  /** Sent before the text, if the wire format supports reasoning. Default: none. */
  readonly reasoning?: string;
  /** Sent if the wire format signs reasoning. Default: `signature_<request>`. */
  readonly signature?: string;
  /** Default: `tool_calls` after calls, otherwise `stop`. */
  readonly finishReason?: FinishReason;
}

export interface ToolCallInput {
  /** Default: `call_<request>_<index>`, unique per server. */
  readonly id?: string;
  readonly name: string;
  /** A string is sent unchanged, even broken JSON. */
  readonly arguments: object | string;
}

/** A pause until a release, or a fault. Every fault but `broken-json` ends the answer. */
export type Interruption =
  | { readonly kind: 'gate'; readonly markStarted: () => void; readonly released: Promise<void> }
  | { readonly kind: 'hang' | 'cut' | 'end-early' | 'broken-json' | 'error' };

export interface AnswerReply extends AnswerOptions {
  readonly kind: 'answer';
  readonly name: string;
  readonly chunks: readonly (string | Interruption)[];
  readonly calls: readonly ToolCallInput[];
}

export interface GatedReply extends AnswerReply {
  /** Resolves once the connection has the first part. */
  readonly started: Promise<void>;
  /** Also works before the wait, and repeatedly. */
  readonly release: () => void;
}

export interface DynamicReply {
  readonly kind: 'dynamic';
  readonly make: (request: ModelRequest) => Reply;
}

export type ErrorReply =
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterMs?: number;
      /** A number of seconds, or an HTTP date. */
      readonly retryAfter?: number | string;
    }
  | {
      readonly kind: 'status-error';
      readonly status: ErrorStatus;
      readonly message?: string;
      readonly code?: string;
    }
  | { readonly kind: 'context-length'; readonly limit: number; readonly actual: number };

export interface TransportFault {
  readonly kind: 'hang' | 'close-connection' | 'html' | 'empty-body';
}

export type Reply = AnswerReply | DynamicReply | ErrorReply | TransportFault;

export type AnswerEvent =
  /** Some formats begin with the usage. */
  | { readonly kind: 'start'; readonly usage: ReplyUsage }
  | { readonly kind: 'reasoning'; readonly delta: string }
  | { readonly kind: 'reasoning-signature'; readonly signature: string }
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'tool-arguments'; readonly index: number; readonly delta: string }
  | {
      readonly kind: 'finish';
      readonly reason: FinishReason;
      readonly isReasonHidden?: boolean;
      readonly usage: ReplyUsage;
    };

export function joinEvents(events: readonly AnswerEvent[]) {
  const join = <T extends AnswerEvent>(pieces: readonly (T & { delta: string })[]): string =>
    pieces.map(({ delta }) => delta).join('');
  return {
    text: join(events.filter((event) => event.kind === 'text')),
    reasoning: join(events.filter((event) => event.kind === 'reasoning')),
    signature: events.find((event) => event.kind === 'reasoning-signature')?.signature,
    calls: events
      .filter((event) => event.kind === 'tool-call')
      .map(({ id, name, index }) => {
        const pieces = events.filter((event) => event.kind === 'tool-arguments');
        return { id, name, argumentsText: join(pieces.filter((piece) => piece.index === index)) };
      }),
    finish: events.find((event) => event.kind === 'finish'),
  };
}

/** No client accepts broken JSON as an object, so it is sent as text. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown;
  } catch {
    return text;
  }
}
