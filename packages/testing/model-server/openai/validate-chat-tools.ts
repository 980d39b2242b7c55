import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstError, firstErrorIn } from '../http/first-error.js';
import {
  arrayTooLong,
  emptyArray,
  invalidRequest,
  invalidType,
  missingParameter,
  stringTooLong,
  unsupportedValue,
} from './invalid-request.js';
import { validateName } from './validate-name.js';
import { validateToolSchema } from './validate-tool-schema.js';

const TOOLS_LIMIT = 128;
const DESCRIPTION_LIMIT = 1024;
const NEEDS_TOOLS = ['tool_choice', 'parallel_tool_calls'];

/** Also checks parameters that need `tools`. */
export function validateChatTools(body: JsonObject): ErrorFacts | null {
  const { tools } = body;
  if (tools === undefined || tools === null) {
    const lonely = NEEDS_TOOLS.find((name) => body[name] != null);
    return lonely === undefined ? null : needsTools(lonely);
  }
  if (!Array.isArray(tools)) return invalidType('tools', 'an array of objects', tools);
  if (tools.length === 0) return emptyArray('tools');
  if (tools.length > TOOLS_LIMIT) return arrayTooLong('tools', TOOLS_LIMIT, tools.length);
  return firstError([
    () => firstErrorIn(tools as readonly unknown[], (tool, index) => validateTool(tool, `tools[${index}]`)),
    () => validateToolChoice(body['tool_choice'], tools as readonly JsonObject[]),
  ]);
}

function needsTools(param: string): ErrorFacts {
  return invalidRequest(
    `Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`,
    param,
  );
}

function validateTool(tool: unknown, param: string): ErrorFacts | null {
  if (!isJsonObject(tool)) return invalidType(param, 'an object', tool);
  if (tool['type'] === undefined) return missingParameter(`${param}.type`);
  // Nothing here can call OpenAI's custom tools.
  if (tool['type'] !== 'function')
    return unsupportedValue(`${param}.type`, tool['type'], "'function' and 'custom'");
  const declared = tool['function'];
  if (declared === undefined) return missingParameter(`${param}.function`);
  if (!isJsonObject(declared)) return invalidType(`${param}.function`, 'an object', declared);
  return firstError([
    () => validateName(declared['name'], `${param}.function.name`),
    () => validateDescription(declared['description'], `${param}.function.description`),
    () => validateToolSchema(declared, `${param}.function.parameters`),
  ]);
}

function validateDescription(description: unknown, param: string): ErrorFacts | null {
  if (description === undefined || description === null) return null;
  if (typeof description !== 'string') return invalidType(param, 'a string', description);
  return description.length > DESCRIPTION_LIMIT
    ? stringTooLong(param, DESCRIPTION_LIMIT, description.length)
    : null;
}

function validateToolChoice(choice: unknown, tools: readonly JsonObject[]): ErrorFacts | null {
  if (choice === undefined || choice === null) return null;
  if (typeof choice === 'string') {
    const known = ['none', 'auto', 'required'].includes(choice);
    return known ? null : unsupportedValue('tool_choice', choice, "'none', 'auto', and 'required'");
  }
  const chosen = isJsonObject(choice) ? choice['function'] : undefined;
  if (!isJsonObject(chosen)) return missingParameter('tool_choice.function');
  const declared = tools.map((tool) => tool['function']).filter(isJsonObject);
  if (declared.some((tool) => tool['name'] === chosen['name'])) return null;
  const message = `Invalid value for 'tool_choice': no function named '${String(chosen['name'])}' was specified in the 'tools' parameter.`;
  return invalidRequest(message, 'tool_choice');
}
