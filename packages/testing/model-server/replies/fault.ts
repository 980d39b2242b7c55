import type { ErrorReply, ErrorStatus, StreamFaultReply, TransportFaultReply } from './reply.js';

/** Scripts what goes wrong at a provider. Each member makes one reply, in the words of whichever wire format plays it. */
export const fault = {
  /** 429 with `retry-after-ms` (milliseconds) and `retry-after` (seconds, or an HTTP date), each only if given. */
  rateLimited(
    waits: { readonly retryAfterMs?: number; readonly retryAfter?: number | string } = {},
  ): ErrorReply {
    return { kind: 'rate-limited', ...waits };
  },

  /** Any other error status, in the provider's wording unless given; 429 is an exhausted quota, 529 an overload. */
  status(
    status: ErrorStatus,
    wording: { readonly message?: string; readonly code?: string } = {},
  ): ErrorReply {
    return { kind: 'status-error', status, ...wording };
  },

  /** The refusal of a prompt longer than the context window; both numbers in tokens. */
  contextLength(tokens: { readonly limit: number; readonly actual: number }): ErrorReply {
    return { kind: 'context-length', ...tokens };
  },

  /** Takes the request and never answers, not even with headers. */
  hang(): TransportFaultReply {
    return { kind: 'hang' };
  },

  /** Takes the request and closes the connection without a byte. */
  closeConnection(): TransportFaultReply {
    return { kind: 'close-connection' };
  },

  /** Streams some text and then nothing, with the connection open. */
  hangMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'hang-mid-stream', textBefore };
  },

  /** Streams some text and destroys the connection. */
  cutMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'cut-mid-stream', textBefore };
  },

  /** Streams some text and ends the response in good order, with no finish and no end marker. */
  endEarly(textBefore: string): StreamFaultReply {
    return { kind: 'end-early', textBefore };
  },

  /** Streams some text, one event that is not JSON, and then finishes as if nothing had happened. */
  brokenJson(textBefore: string): StreamFaultReply {
    return { kind: 'broken-json', textBefore };
  },

  /** Streams some text, then an error event, and ends. */
  errorMidStream(textBefore: string): StreamFaultReply {
    return { kind: 'error-mid-stream', textBefore };
  },

  /** A 200 with a web page, as a captive portal or a wrong base URL gives. */
  html(): TransportFaultReply {
    return { kind: 'html' };
  },

  /** A 200 with the content type of an answer and nothing in it. */
  emptyBody(): TransportFaultReply {
    return { kind: 'empty-body' };
  },
} as const;
