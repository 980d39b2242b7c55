import { countTextTokens, MESSAGE_OVERHEAD_TOKENS } from '../../../../models/counting/count-tokens.js';
import { isJsonObject, type JsonObject } from '../http/json.js';

export type CountText = (text: string) => number;

/** Adds a few tokens per message in any wire format. Images cost nothing. */
export function countRequest(body: JsonObject, countText: CountText = countTextTokens): number {
  const messages = [body['messages'], body['contents'], body['input']].filter(Array.isArray).flat();
  const system = [body['system'], body['systemInstruction']].filter((value) => value !== undefined);
  const texts = [
    ...textsIn(system),
    ...textsIn(messages),
    ...textsIn(typeof body['input'] === 'string' ? body['input'] : []),
    ...listTools(body).map((tool) => JSON.stringify(tool)),
  ];
  return texts.reduce(
    (sum, text) => sum + countText(text),
    (messages.length + system.length) * MESSAGE_OVERHEAD_TOKENS,
  );
}

/** Gemini's and Mistral's tokenizers split numbers into digits. */
export function countSplitDigits(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits + countTextTokens(text.replace(/\d+/g, ' '));
}

/** Claude's tokenizers need more tokens, by about a constant factor. */
export function countTimes(factor: number): CountText {
  return (text) => Math.ceil(factor * countTextTokens(text));
}

function listTools({ tools }: JsonObject): readonly unknown[][] {
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return list
    .filter(isJsonObject)
    .flatMap((tool) => tool['functionDeclarations'] ?? tool['function'] ?? tool)
    .filter(isJsonObject)
    .map(({ name, description, ...tool }) => [
      name,
      description,
      tool['parameters'] ?? tool['parametersJsonSchema'] ?? tool['input_schema'],
    ]);
}

/** Only these fields are counted: ids, roles and types belong to the overhead. */
const TEXT_FIELDS = new Set([
  'content',
  'text',
  'thinking',
  'reasoning_content',
  'name',
  'arguments',
  'output',
]);
/** These fields are counted as JSON, because a model reads them so. */
const JSON_FIELDS = new Set(['input', 'args', 'response']);

function textsIn(value: unknown, key = 'content'): string[] {
  if (typeof value === 'string') return TEXT_FIELDS.has(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, key));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    JSON_FIELDS.has(name) ? [JSON.stringify(member)] : textsIn(member, name),
  );
}
