import type { ModelRequest } from '../request/model-request.js';
import type { ReplyUsage } from './usage.js';

/** Why an answer ended; a wire format writes it in its own words. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** The statuses `fault.status` can play; a plain 429 is `fault.rateLimited`, here it is an exhausted quota. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 500 | 502 | 503 | 529;

/** A whole answer of text; made by `text()`. */
export interface TextReply {
  readonly kind: 'text';
  readonly answer: string;
  /** Adds up to the answer. */
  readonly chunks: readonly string[];
  /** Pause before each chunk, in milliseconds. */
  readonly delayMs: number;
  readonly reasoning: string;
  /** The proof that the reasoning is the provider's, for formats that sign it. */
  readonly signature?: string;
  readonly finishReason: FinishReason;
  readonly usage?: Partial<ReplyUsage>;
}

/** One call of a {@link ToolCallsReply}. */
export interface ScriptedToolCall {
  /** Default: `call_<request>_<index>`, unique within one server. */
  readonly id?: string;
  readonly name: string;
  /** Sent as it is, so that it may be broken JSON. */
  readonly argumentsText: string;
}

/** An answer that calls tools; made by `toolCalls()`. */
export interface ToolCallsReply {
  readonly kind: 'tool-calls';
  readonly calls: readonly ScriptedToolCall[];
  readonly text: string;
  readonly delayMs: number;
  readonly reasoning: string;
  /** The proof that the reasoning is the provider's, for formats that sign it. */
  readonly signature?: string;
  readonly finishReason: FinishReason;
  readonly usage?: Partial<ReplyUsage>;
}

/** An answer that stops in the middle until the test lets it go on; made by `gated()`. */
export interface GatedReply {
  readonly kind: 'gated';
  /** Streamed before the first part, where the wire format has a place for it. */
  readonly reasoning: string;
  readonly first: string;
  readonly rest: string;
  /** Resolves when the first part has been handed to the client's connection; pending until then. */
  readonly started: Promise<void>;
  /** Lets the rest through, now or when the reply gets there; calling it again has no effect. */
  readonly release: () => void;
  /** For the server: says that the first part is out. */
  readonly markStarted: () => void;
  /** For the server: resolves on release. */
  readonly released: Promise<void>;
}

/** A reply made from the request it answers; made by `answer()`. */
export interface DynamicReply {
  readonly kind: 'dynamic';
  readonly make: (request: ModelRequest) => Reply;
}

/** A refusal with an error status, worded by the wire format; made by `fault`. */
export type ErrorReply =
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterMs?: number;
      /** Seconds, or an HTTP date. */
      readonly retryAfter?: number | string;
    }
  | {
      readonly kind: 'status-error';
      readonly status: ErrorStatus;
      readonly message?: string;
      readonly code?: string;
    }
  | { readonly kind: 'context-length'; readonly limit: number; readonly actual: number };

/** An answer that goes wrong after some text; made by `fault`. */
export interface StreamFaultReply {
  readonly kind: 'hang-mid-stream' | 'cut-mid-stream' | 'end-early' | 'broken-json' | 'error-mid-stream';
  readonly textBefore: string;
}

/** A fault below the wire format: silence, a closed connection, or a 200 that is no answer; made by `fault`. */
export interface TransportFaultReply {
  readonly kind: 'hang' | 'close-connection' | 'html' | 'empty-body';
}

/** The scripted answer to one request. */
export type Reply =
  | TextReply
  | ToolCallsReply
  | GatedReply
  | DynamicReply
  | ErrorReply
  | StreamFaultReply
  | TransportFaultReply;
