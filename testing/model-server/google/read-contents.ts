import { isJsonObject, type JsonObject } from '../http/json.js';

/** The `contents` of a request as messages with blocks, in the form that the other formats have. */
export function readContents(body: JsonObject): readonly JsonObject[] {
  const contents: readonly unknown[] = Array.isArray(body['contents']) ? body['contents'] : [];
  const messages = contents.filter(isJsonObject).map(({ role, parts }) => ({
    role: role === 'model' ? 'assistant' : 'user',
    content: (Array.isArray(parts) ? parts : []).filter(isJsonObject).map(toBlock),
  }));
  const system = body['systemInstruction'];
  return isJsonObject(system) ? [{ role: 'system', content: system['parts'] }, ...messages] : messages;
}

function toBlock(part: JsonObject): JsonObject {
  const { functionResponse: result, functionCall: call } = part;
  if (isJsonObject(call)) return { type: 'tool_use', ...call };
  if (!isJsonObject(result)) return part;
  const response = isJsonObject(result['response']) ? result['response'] : {};
  const said = response['content'];
  const content = typeof said === 'string' ? said : JSON.stringify(said);
  return { type: 'tool_result', tool_use_id: result['id'], content };
}
