import { isJsonObject, type JsonObject } from '../http/json.js';
import { readTexts } from './last-user-text.js';
import type { ModelRequest } from './model-request.js';

export interface ToolResultText {
  readonly id: string;
  readonly text: string;
}

/** In order, in any wire format. Empty if anything follows them, such as a user message. */
export function lastToolResults({ messages }: Pick<ModelRequest, 'messages'>): readonly ToolResultText[] {
  const parts = messages.flatMap(toParts);
  const end = parts.findLastIndex((part) => part === null);
  return parts.slice(end + 1).filter((part) => part !== null);
}

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
