import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkBoolean, checkKeys, checkList, checkObject, checkText } from './check-field.js';
import { invalidField, unknownTag } from '../errors/bad-request.js';
import { validateInputSchema } from './validate-input-schema.js';

const NAME_PATTERN = /^[a-zA-Z0-9_-]{1,128}$/;
/** Anthropic's own tools carry the date of their version. */
const OWN_TOOL = /_\d{8}$/;
const TOOL_KEYS = [
  ...['type', 'name', 'description', 'input_schema', 'cache_control', 'strict', 'eager_input_streaming'],
  ...['defer_loading', 'allowed_callers', 'input_examples'],
];

/** Of Anthropic's own tools, only the names are checked. */
export function validateAnthropicTools(tools: unknown): ErrorFacts | null {
  if (tools === undefined || tools === null) return null;
  const notList = checkList(tools, 'tools');
  if (notList) return notList;
  const list = tools as readonly unknown[];
  return firstError([
    () => firstErrorIn(list, (tool, index) => validateTool(tool, `tools.${index}`)),
    () => validateUniqueNames(list),
  ]);
}

function validateTool(tool: unknown, path: string): ErrorFacts | null {
  const notObject = checkObject(tool, path);
  if (notObject) return notObject;
  const fields = tool as JsonObject;
  const type = fields['type'] ?? 'custom';
  if (typeof type === 'string' && OWN_TOOL.test(type)) return null;
  if (type !== 'custom') return unknownTag(path, type, ['bash_20250124', 'custom', 'web_search_20250305']);
  const at = `${path}.custom`;
  return firstError([
    () => checkText(fields['name'], `${at}.name`, { minimum: 1, pattern: NAME_PATTERN }),
    () => validateDescription(fields['description'], `${at}.description`),
    () => validateInputSchema(fields['input_schema'], `${at}.input_schema`),
    () => checkBoolean(fields['strict'], `${at}.strict`),
    () => checkKeys(fields, { path: at, allowed: TOOL_KEYS }),
  ]);
}

function validateDescription(description: unknown, path: string): ErrorFacts | null {
  return description === undefined || description === null ? null : checkText(description, path);
}

function validateUniqueNames(tools: readonly unknown[]): ErrorFacts | null {
  const names = tools.filter(isJsonObject).map((tool) => tool['name']);
  return new Set(names).size === names.length ? null : invalidField('tools', 'Tool names must be unique.');
}
