import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerEvent } from '../replies/answer-event.js';
import type { ErrorFacts } from '../replies/error-facts.js';
import type { JsonObject } from './json.js';
import type { ModelRequest } from '../request/model-request.js';
import type { ErrorReply } from '../replies/reply.js';

/** The kinds of things that a request may ask the server for. */
export type Route = 'generate' | 'list-models' | 'embed' | 'count';

/** Writes one answer as server-sent events or as one body; it may keep state from event to event. */
interface AnswerEncoder {
  /** The complete frames of one event, in order. */
  readonly frames: (event: AnswerEvent) => readonly string[];
  /** A frame whose data is not JSON. */
  readonly brokenFrame: () => string;
  readonly errorFrame: (facts: ErrorFacts) => string;
  /** All events as the body of an answer that is not streamed. */
  readonly whole: (events: readonly AnswerEvent[]) => string;
}

/** A provider's own counter of a request's tokens. */
interface TokenCounter {
  /** The refusal for a malformed request, or null. */
  readonly validate: (body: unknown, rules: { readonly path: string }) => ErrorFacts | null;
  /** The request for an answer whose tokens are counted. */
  readonly readRequest: (body: JsonObject) => unknown;
  readonly answer: (tokens: number) => string;
}

/** Everything that is one provider's own: its paths, its rules for a request and how it writes an answer. */
export interface WireFormat {
  /** The route of a request, what to refuse it with, or null when the path is not of this format. */
  readonly route: (request: { readonly method: string; readonly path: string }) => Route | ErrorFacts | null;
  readonly unparsableBody: () => ErrorFacts;
  /** The longest request body it takes. */
  readonly bodyLimitBytes: number;
  readonly oversizedBody: () => ErrorFacts;
  /** The refusal for a missing or wrong key, or null. */
  readonly checkApiKey: (input: {
    readonly headers: IncomingHttpHeaders;
    readonly apiKey: string;
  }) => ErrorFacts | null;
  /** The refusal for headers that no request may lack, or null. */
  readonly checkHeaders: (headers: IncomingHttpHeaders) => ErrorFacts | null;
  /** The refusal for a malformed request, or null; any model passes when `models` is absent. */
  readonly validate: (
    body: unknown,
    rules: { readonly models?: readonly string[]; readonly path: string },
  ) => ErrorFacts | null;
  /** The refusal for a prompt that does not fit, or null; both counts in tokens. */
  readonly checkContextWindow: (input: {
    readonly body: JsonObject;
    readonly tokens: number;
    readonly contextWindow: number;
  }) => ErrorFacts | null;
  /** The refusal for a request the script has no answer to. */
  readonly scriptFailure: (code: string, message: string) => ErrorFacts;
  /** A scripted error in the provider's words. */
  readonly errorFacts: (reply: ErrorReply, request: ModelRequest) => ErrorFacts;
  /** The error as a body; the request is null when it was for no answer. */
  readonly errorBody: (facts: ErrorFacts, request: ModelRequest | null) => string;
  /** Absent: the provider has none. */
  readonly counter?: TokenCounter;
  readonly modelList: (models: readonly string[]) => string;
  readonly isStreaming: (request: Pick<ModelRequest, 'body' | 'path'>) => boolean;
  /** The body's messages, for formats that have none under this name. */
  readonly readMessages?: (body: JsonObject) => readonly JsonObject[];
  readonly encoder: (request: ModelRequest) => AnswerEncoder;
  /** Response headers that name the request. */
  readonly requestHeaders: (request: ModelRequest) => Readonly<Record<string, string>>;
}
