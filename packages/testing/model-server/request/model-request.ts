import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../replies/error-facts.js';
import type { JsonObject } from '../http/json.js';

/** A request for an answer, as received. `server.requests` keeps them in order of arrival. */
export interface ModelRequest {
  /** Counts from 1, including refused requests. */
  readonly n: number;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Empty unless the body is a JSON object. */
  readonly body: JsonObject;
  /** The body's `messages`, else empty. */
  readonly messages: readonly JsonObject[];
  /** The last text of the last user message with text, without tool results; else empty. */
  readonly text: string;
  /** Prompt tokens. Absent if the server does not count them. */
  readonly tokens?: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the client disconnected before the answer was complete, in milliseconds since the epoch. */
  readonly closedByClientAt?: number;
  /** The server's own refusal. Scripted errors do not appear here. */
  readonly refusal?: ErrorFacts;
}

export type RecordedRequest = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };
