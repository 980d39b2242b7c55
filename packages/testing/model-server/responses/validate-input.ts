import { firstErrorIn } from '../http/first-error.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import {
  invalidRequest,
  invalidType,
  missingParameter,
  unsupportedValue,
} from '../openai/invalid-request.js';
import type { ErrorFacts } from '../replies/error-facts.js';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['input_text'],
  developer: ['input_text'],
  user: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};
const SENTENCE = 'The following tool calls have no output: ';

export function validateInput(
  body: unknown,
  { models }: { readonly models?: readonly string[] },
): ErrorFacts | null {
  if (!isJsonObject(body)) return invalidRequest('The body is no object.');
  const { model, input } = body;
  if (typeof model !== 'string') return missingParameter('model');
  if (models && !models.includes(model))
    return {
      ...invalidRequest(`The model '${model}' does not exist.`, 'model', 'model_not_found'),
      status: 404,
    };
  if (typeof input === 'string') return null;
  if (!Array.isArray(input)) return missingParameter('input');
  const items = input.filter(isJsonObject);
  return firstErrorIn(items, checkItem) ?? checkCalls(items);
}

function checkItem({ role, content }: JsonObject, index: number): ErrorFacts | null {
  if (role === undefined) return null;
  const types = PARTS[String(role)];
  if (types === undefined)
    return unsupportedValue(`input[${index}]`, role, "'assistant', 'system', 'developer', and 'user'");
  if (typeof content === 'string') return null;
  if (!Array.isArray(content)) return invalidType(`input[${index}].content`, 'an array', content);
  return firstErrorIn(content.filter(isJsonObject), (part, at) => {
    const place = `input[${index}].content[${at}]`;
    if (!types.includes(String(part['type'])))
      return unsupportedValue(place, part['type'], types.map((type) => `'${type}'`).join(', '));
    return part['type'] === 'input_image' ? checkPicture(part, place) : null;
  });
}

function checkPicture({ image_url: url, file_id: id }: JsonObject, place: string): ErrorFacts | null {
  if (typeof id === 'string') return null;
  if (typeof url !== 'string') return missingParameter(`${place}.image_url`);
  if (/^https?:/.test(url) || /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+=*$/.test(url)) return null;
  return invalidRequest(
    "Invalid 'image_url'. Expected a base64-encoded data URL with an image MIME type, but got a value without one.",
    `${place}.image_url`,
    'invalid_value',
  );
}

/** Without a stored response, each call must precede its output, and none may be open. */
function checkCalls(items: readonly JsonObject[]): ErrorFacts | null {
  const open = new Set<string>();
  for (const { type, call_id: id } of items) {
    if (type === 'function_call') open.add(String(id));
    if (type === 'function_call_output' && !open.delete(String(id)))
      return invalidRequest(
        `No tool call found for function call output with call_id ${String(id)}.`,
        'input',
      );
  }
  if (open.size === 0) return null;
  return invalidRequest(`${SENTENCE}${[...open].join(', ')}`, 'input');
}
