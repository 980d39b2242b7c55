import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstError } from '../http/first-error.js';
import { invalidRequest, invalidType } from './invalid-request.js';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

type Place = readonly string[];

interface SchemaRules {
  readonly strict: boolean;
  readonly fail: (problem: string) => ErrorFacts;
}

/** A function without a schema has no parameters. */
export function validateToolSchema(declared: JsonObject, param: string): ErrorFacts | null {
  const { name, parameters } = declared;
  if (parameters === undefined || parameters === null) return null;
  if (!isJsonObject(parameters)) return invalidType(param, 'an object', parameters);
  const fail = (problem: string): ErrorFacts =>
    invalidRequest(
      `Invalid schema for function '${String(name)}': ${problem}`,
      param,
      'invalid_function_parameters',
    );
  if (parameters['type'] !== 'object') {
    // OpenAI prints Python's None for a missing type.
    const type = parameters['type'] === undefined ? 'None' : String(parameters['type']);
    return fail(`schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`);
  }
  if (parameters['properties'] === undefined)
    return fail(`${context([])}, object schema missing properties.`);
  return validateNode(parameters, [], { strict: declared['strict'] === true, fail });
}

function validateNode(node: unknown, place: Place, rules: SchemaRules): ErrorFacts | null {
  if (!isJsonObject(node)) return null;
  const type = [node['type']].flat().find((each) => each !== undefined && !TYPES.includes(String(each)));
  if (type !== undefined) return rules.fail(`'${String(type)}' is not valid under any of the given schemas.`);
  if (node['type'] === 'array' && node['items'] === undefined) {
    return rules.fail(`${context(place)}, array schema missing items.`);
  }
  return firstError([
    () => (rules.strict && node['type'] === 'object' ? validateStrictObject(node, place, rules) : null),
    ...children(node).map(
      ([steps, child]) =>
        () =>
          validateNode(child, [...place, ...steps], rules),
    ),
  ]);
}

function validateStrictObject(node: JsonObject, place: Place, rules: SchemaRules): ErrorFacts | null {
  if (node['additionalProperties'] !== false) {
    return rules.fail(
      `${context(place)}, 'additionalProperties' is required to be supplied and to be false.`,
    );
  }
  const required: readonly unknown[] = Array.isArray(node['required']) ? node['required'] : [];
  const missing = Object.keys(childObject(node, 'properties')).find((name) => !required.includes(name));
  if (missing === undefined) return null;
  return rules.fail(
    `${context(place)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
  );
}

function children(node: JsonObject): readonly (readonly [Place, unknown])[] {
  const unions = ['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
    (Array.isArray(node[name]) ? node[name] : []).map(
      (child: unknown, at) => [[name, String(at)], child] as const,
    ),
  );
  const named = ['properties', '$defs'].flatMap((group) =>
    Object.entries(childObject(node, group)).map(([name, child]) => [[group, name], child] as const),
  );
  return [...named, [['items'], node['items']], ...unions];
}

function childObject(node: JsonObject, name: string): JsonObject {
  const child = node[name];
  return isJsonObject(child) ? child : {};
}

/** OpenAI prints paths as Python tuples. */
function context(place: Place): string {
  const steps = place.map((step) => `'${step}'`).join(', ');
  return `In context=(${steps}${place.length === 1 ? ',' : ''})`;
}
