import type { ErrorReply, ErrorStatus, StreamFaultReply, TransportFaultReply } from './reply.js';

/** Scripted provider failures in any wire format. */
export const fault = {
  /** 429 with `retry-after-ms` (milliseconds) and `retry-after` (seconds or an HTTP date), if given. */
  rateLimited(
    waits: { readonly retryAfterMs?: number; readonly retryAfter?: number | string } = {},
  ): ErrorReply {
    return { kind: 'rate-limited', ...waits };
  },

  /** Any other error status, by default with the provider's message; 429 is an exhausted quota, 529 an overload. */
  status(
    status: ErrorStatus,
    wording: { readonly message?: string; readonly code?: string } = {},
  ): ErrorReply {
    return { kind: 'status-error', status, ...wording };
  },

  /** The prompt exceeds the context window, in tokens. */
  contextLength(tokens: { readonly limit: number; readonly actual: number }): ErrorReply {
    return { kind: 'context-length', ...tokens };
  },

  /** Never answers, not even with headers. */
  hang(): TransportFaultReply {
    return { kind: 'hang' };
  },

  /** Closes the connection without a byte. */
  closeConnection(): TransportFaultReply {
    return { kind: 'close-connection' };
  },

  /** Streams some text, then nothing on an open connection. */
  hangMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'hang-mid-stream', textBefore };
  },

  /** Streams some text, then destroys the connection. */
  cutMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'cut-mid-stream', textBefore };
  },

  /** Streams some text, then ends the response without a finish or end marker. */
  endEarly(textBefore: string): StreamFaultReply {
    return { kind: 'end-early', textBefore };
  },

  /** Streams some text and an event that is not JSON, then finishes normally. */
  brokenJson(textBefore: string): StreamFaultReply {
    return { kind: 'broken-json', textBefore };
  },

  /** Streams some text, then an error event. */
  errorMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'error-mid-stream', textBefore };
  },

  /** A 200 with a web page, as from a captive portal or a wrong base URL. */
  html(): TransportFaultReply {
    return { kind: 'html' };
  },

  /** A 200 with an answer's content type and no body. */
  emptyBody(): TransportFaultReply {
    return { kind: 'empty-body' };
  },
} as const;
