import { isJsonObject, type JsonObject } from '../http/json.js';
import { readTexts } from './last-user-text.js';
import type { ModelRequest } from './model-request.js';

/** The result of a tool as a request repeats it. */
export interface ToolResultText {
  /** The id of the call. */
  readonly id: string;
  /** Its texts joined; empty when it has none. */
  readonly text: string;
}

/**
 * The tool results a request ends with, in order, whatever its wire format; empty when anything comes after them,
 * such as a new message of the user.
 */
export function lastToolResults({ messages }: Pick<ModelRequest, 'messages'>): readonly ToolResultText[] {
  const parts = messages.flatMap(toParts);
  const end = parts.findLastIndex((part) => part === null);
  return parts.slice(end + 1).filter((part) => part !== null);
}

/** The tool results of a message, with null in the place of anything else. */
function toParts(message: JsonObject): readonly (ToolResultText | null)[] {
  const { role, content } = message;
  if (role === 'tool') return [toResult(message['tool_call_id'], content)];
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
