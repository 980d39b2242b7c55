import type { IncomingHttpHeaders } from 'node:http';
import { objectsIn, isJsonObject, type JsonObject } from './json.js';

export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}

/** `server.requests` keeps the order of arrival. */
export interface ModelRequest {
  /** Counts from 1, including refused requests. */
  readonly n: number;
  readonly path: string;
  /** Names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  readonly messages: readonly JsonObject[];
  /** The last user message with text, other than tool results. */
  readonly text: string;
  /** The number of tokens of the prompt. */
  readonly tokens: number;
  readonly receivedAt: number;
  /** When the client disconnected, in milliseconds since the epoch, if the answer was not complete. */
  readonly closedByClientAt?: number;
  /** A scripted error is not a refusal. */
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

/** Reads any wire format. Empty if another message follows the results. */
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
 * Skips Anthropic's tool results, which are in user messages. Anthropic merges consecutive messages, so there may be
 * several texts.
 */
export function lastUserText(messages: readonly JsonObject[]): string {
  const users = messages.filter(({ role }) => role === 'user');
  return users.flatMap(({ content }) => readTexts(content)).at(-1) ?? '';
}

export function readTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return content ? [content] : [];
  return objectsIn(content).flatMap(({ text }) => readTexts(text));
}
