import { isJsonObject, type JsonObject } from '../http/json.js';

/** The `input` of a request as messages, in the form that the other formats have; thoughts that are sent back are none. */
export function readInput(body: JsonObject): readonly JsonObject[] {
  const { input } = body;
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  return items.filter(isJsonObject).flatMap(toMessage);
}

function toMessage(item: JsonObject): readonly JsonObject[] {
  if (item['role'] !== undefined) return [item];
  switch (item['type']) {
    case 'function_call':
      return [{ role: 'assistant', content: [{ ...item, type: 'tool_use' }] }];
    case 'function_call_output':
      return [{ role: 'tool', tool_call_id: item['call_id'], content: item['output'] }];
    default:
      return [];
  }
}
