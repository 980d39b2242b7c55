import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkBoolean, checkKeys, checkObject, checkText } from './check-field.js';
import { fieldRequired, badRequest, unknownTag } from '../errors/bad-request.js';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  any: ['disable_parallel_tool_use'],
  auto: ['disable_parallel_tool_use'],
  none: [],
  tool: ['name', 'disable_parallel_tool_use'],
};

export function validateToolChoice(body: JsonObject): ErrorFacts | null {
  const { tool_choice: value } = body;
  if (value === undefined || value === null) return null;
  const notObject = checkObject(value, 'tool_choice');
  if (notObject) return notObject;
  const choice = value as JsonObject;
  const type = choice['type'];
  if (type === undefined) return fieldRequired('tool_choice.type');
  const keys = typeof type === 'string' && Object.hasOwn(KEYS, type) ? KEYS[type] : undefined;
  if (!keys) return unknownTag('tool_choice', type, Object.keys(KEYS));
  const path = `tool_choice.${String(type)}`;
  const tools: readonly unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  return firstError([
    () => checkKeys(choice, { path, allowed: ['type', ...keys] }),
    () => checkBoolean(choice['disable_parallel_tool_use'], `${path}.disable_parallel_tool_use`),
    () => (type === 'tool' ? checkText(choice['name'], `${path}.name`) : null),
    () => (type === 'none' || tools.length > 0 ? null : needsTools()),
    () => (type === 'tool' ? validateOffered(choice['name'], tools) : null),
  ]);
}

function needsTools(): ErrorFacts {
  return badRequest('tool_choice may only be specified while providing tools.');
}

function validateOffered(name: unknown, tools: readonly unknown[]): ErrorFacts | null {
  if (tools.some((tool) => isJsonObject(tool) && tool['name'] === name)) return null;
  return badRequest(`Tool '${String(name)}' not found in provided tools`);
}
