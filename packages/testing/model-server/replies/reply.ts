import type { ModelRequest } from '../request/model-request.js';
import type { ReplyUsage } from './usage.js';

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** 429 is an exhausted quota; a rate limit is `fault.rateLimited`. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 500 | 502 | 503 | 529;

export interface TextReply {
  readonly kind: 'text';
  readonly answer: string;
  /** Concatenated, they are the answer. */
  readonly chunks: readonly string[];
  readonly delayMs: number;
  readonly reasoning: string;
  /** In formats that sign reasoning. */
  readonly signature?: string;
  readonly finishReason: FinishReason;
  readonly usage?: Partial<ReplyUsage>;
}

export interface ScriptedToolCall {
  /** Default: `call_<request>_<index>`, unique per server. */
  readonly id?: string;
  readonly name: string;
  /** Sent unchanged, so it may be broken JSON. */
  readonly argumentsText: string;
}

export interface ToolCallsReply {
  readonly kind: 'tool-calls';
  readonly calls: readonly ScriptedToolCall[];
  readonly text: string;
  readonly delayMs: number;
  readonly reasoning: string;
  readonly signature?: string;
  readonly finishReason: FinishReason;
  readonly usage?: Partial<ReplyUsage>;
}

export interface GatedReply {
  readonly kind: 'gated';
  /** Before the first part, if the wire format supports it. */
  readonly reasoning: string;
  readonly first: string;
  readonly rest: string;
  /** Resolves once the connection has the first part. */
  readonly started: Promise<void>;
  /** Works in advance. Idempotent. */
  readonly release: () => void;
  /** For the server: the first part is out. */
  readonly markStarted: () => void;
  /** For the server: resolves on release. */
  readonly released: Promise<void>;
}

export interface DynamicReply {
  readonly kind: 'dynamic';
  readonly make: (request: ModelRequest) => Reply;
}

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

export interface StreamFaultReply {
  readonly kind: 'hang-mid-stream' | 'cut-mid-stream' | 'end-early' | 'broken-json' | 'error-mid-stream';
  readonly textBefore: string;
}

export interface TransportFaultReply {
  readonly kind: 'hang' | 'close-connection' | 'html' | 'empty-body';
}

export type Reply =
  | TextReply
  | ToolCallsReply
  | GatedReply
  | DynamicReply
  | ErrorReply
  | StreamFaultReply
  | TransportFaultReply;
