import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerEvent, ErrorReply } from './reply.js';
import type { JsonObject } from './json.js';
import type { ErrorFacts, ModelRequest } from './model-request.js';

export interface ReservedTokens {
  readonly limit: number;
  readonly prompt: number;
  readonly output: number;
}

export type StatusReply = Exclude<ErrorReply, { kind: 'context-length' }>;

export type Route = 'generate' | 'list-models' | 'embed' | 'count';

interface AnswerEncoder {
  readonly frames: (event: AnswerEvent) => readonly string[];
  readonly brokenFrame: () => string;
  readonly errorFrame: (facts: ErrorFacts) => string;
  readonly whole: (events: readonly AnswerEvent[]) => string;
}

interface TokenCounter {
  readonly validate: (body: unknown, rules: { readonly path: string }) => ErrorFacts | null;
  readonly readRequest: (body: JsonObject) => unknown;
  readonly answer: (tokens: number) => string;
}

export interface WireFormat {
  /** Null for a path of another format. */
  readonly route: (request: { readonly method: string; readonly path: string }) => Route | ErrorFacts | null;
  readonly unparsableBody: () => ErrorFacts;
  readonly bodyLimitBytes: number;
  readonly oversizedBody: () => ErrorFacts;
  readonly checkApiKey: (headers: IncomingHttpHeaders, apiKey: string) => ErrorFacts | null;
  readonly checkHeaders: (headers: IncomingHttpHeaders) => ErrorFacts | null;
  readonly validate: (
    body: unknown,
    rules: { readonly models?: readonly string[]; readonly path: string },
  ) => ErrorFacts | null;
  readonly promptTooLong: (tokens: { readonly limit: number; readonly actual: number }) => ErrorFacts;
  /** Set if the prompt fits the window alone, but not with the requested output. */
  readonly outputTooLong?: (tokens: ReservedTokens) => ErrorFacts;
  readonly scriptFailure: (code: string, message: string) => ErrorFacts;
  readonly errorFacts: (reply: StatusReply, request: ModelRequest) => ErrorFacts;
  /** `request` is null if no answer was requested. */
  readonly errorBody: (facts: ErrorFacts, request: ModelRequest | null) => string;
  readonly counter?: TokenCounter;
  readonly isStreaming: (request: Pick<ModelRequest, 'body' | 'path'>) => boolean;
  readonly readMessages?: (body: JsonObject) => readonly JsonObject[];
  readonly encoder: (request: ModelRequest) => AnswerEncoder;
  readonly requestHeaders: (request: ModelRequest) => Readonly<Record<string, string>>;
}
