import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../replies/error-facts.js';
import type { JsonObject } from '../http/json.js';

/** One request for an answer, as the server received it; kept in `server.requests` in order of arrival. */
export interface ModelRequest {
  /** Counts the requests for an answer from 1, refused ones included. */
  readonly n: number;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; empty when it was not a JSON object. */
  readonly body: JsonObject;
  /** The body's `messages`; empty when it has none. */
  readonly messages: readonly JsonObject[];
  /** The last text of the last user message that has one, tool results aside; empty when there is none. */
  readonly text: string;
  /** Tokens of the prompt; absent: the server does not count them. */
  readonly tokens?: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the client closed the connection before the answer was complete, in milliseconds since the epoch. */
  readonly closedByClientAt?: number;
  /** The server's own refusal of the request; scripted errors do not appear here. */
  readonly refusal?: ErrorFacts;
}

/** The server's own view of a {@link ModelRequest}, filled in while it is answered. */
export type RecordedRequest = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };
