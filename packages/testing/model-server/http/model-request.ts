import type { IncomingHttpHeaders } from 'node:http';
import { objectsIn, isJsonObject, type JsonObject } from './json.js';

export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}

/** A request that the server received. `server.requests` keeps the order of arrival. */
export interface ModelRequest {
  /** The number of the request, from 1. Refused requests count. */
  readonly n: number;
  readonly path: string;
  /** Header names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Empty unless the body is a JSON object. */
  readonly body: JsonObject;
  /** The body's `messages`. Empty if there are none. */
  readonly messages: readonly JsonObject[];
  /** The text of the last user message with text. Tool results do not count. */
  readonly text: string;
  /** Tokens of the prompt. */
  readonly tokens: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Milliseconds since the epoch. Present if the client disconnected before the answer was complete. */
  readonly closedByClientAt?: number;
  /** The refusal, if the request was refused. A scripted error is not a refusal. */
  readonly refusal?: ErrorFacts;
}

export type RecordedRequest = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };

export function offeredTools({ body }: Pick<ModelRequest, 'body'>): readonly string[] {
  return objectsIn(body['tools']).flatMap((tool) => {
    const { functionDeclarations: several, function: declared = tool } = tool;
    return [several ?? declared].flat().map((each) => String((each as JsonObject)['name']));
  });
}

export interface ToolResultText {
  readonly id: string;
  readonly text: string;
}

/**
 * Returns the tool results at the end of the messages, in order and in any wire format. Empty if another message
 * follows them.
 */
export function lastToolResults({ messages }: Pick<ModelRequest, 'messages'>): readonly ToolResultText[] {
  const parts = messages.flatMap(toParts);
  const end = parts.findLastIndex((part) => part === null);
  return parts.slice(end + 1).filter((part) => part !== null);
}

function toParts({ role, content, tool_call_id: id }: JsonObject): readonly (ToolResultText | null)[] {
  if (role === 'tool') return [toResult(id, content)];
  if (role !== 'user' || !Array.isArray(content)) return [null];
  return content.map((block: unknown) =>
    isJsonObject(block) && block['type'] === 'tool_result'
      ? toResult(block['tool_use_id'], block['content'])
      : null,
  );
}

function toResult(id: unknown, content: unknown): ToolResultText {
  return { id: String(id), text: readTexts(content).join('') };
}

/**
 * Returns the texts of the last user message. Skips Anthropic's tool results, which are in user messages. In
 * Anthropic's format, consecutive messages are merged, so there may be several texts.
 */
export function lastUserText(messages: readonly JsonObject[]): string {
  const users = messages.filter(({ role }) => role === 'user');
  return users.flatMap(({ content }) => readTexts(content)).at(-1) ?? '';
}

export function readTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return content ? [content] : [];
  return objectsIn(content).flatMap(({ text }) => readTexts(text));
}
