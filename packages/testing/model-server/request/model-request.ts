import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../replies/error-facts.js';
import type { JsonObject } from '../http/json.js';

/** `server.requests` keeps them in order of arrival. */
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
  /** Of the last user message with text, without tool results. */
  readonly text: string;
  /** Prompt tokens. Absent if the server does not count them. */
  readonly tokens?: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The client disconnected before the answer was complete. Milliseconds since the epoch. */
  readonly closedByClientAt?: number;
  /** Not a scripted error. */
  readonly refusal?: ErrorFacts;
}

export type RecordedRequest = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };
