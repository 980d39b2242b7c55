import { childSchemas, listUnknownTypes } from '../http/json-schema.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import type { ChatBody } from './chat-schema.js';
import { invalidRequest } from './openai-errors.js';

const ORPHAN =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
const UNANSWERED =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages";

type Messages = ChatBody['messages'];
type Declared = NonNullable<ChatBody['tools']>[number]['function'];

/** Problems that a schema cannot express. OpenAI reports the first. */
export function* findProblems(body: ChatBody): Generator<ErrorFacts> {
  yield* imageProblems(body.messages);
  yield* resultProblems(body.messages);
  yield* toolProblems(body);
  yield* parameterProblems(body);
}

function* imageProblems(messages: Messages): Generator<ErrorFacts> {
  for (const [index, { role, content }] of messages.entries()) {
    if (role === 'user' || !Array.isArray(content)) continue;
    const param = `messages[${index}]`;
    if (content.some(({ type }) => type === 'image_url'))
      yield invalidRequest(
        `Invalid '${param}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
        param,
        'invalid_value',
      );
  }
}

/** Each call must be answered once, directly after its message. */
function* resultProblems(messages: Messages): Generator<ErrorFacts> {
  /** Maps each call of the last assistant message to the message that answered it. */
  let open: Map<string, number | null> | undefined;
  for (const [index, message] of [...messages, undefined].entries()) {
    const at = `messages.[${index}]`;
    if (message?.role === 'tool') {
      const id = message.tool_call_id;
      const answeredIn = open?.get(id);
      if (!open) yield invalidRequest(ORPHAN, `${at}.role`);
      else if (answeredIn !== null)
        yield invalidRequest(
          answeredIn
            ? `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${answeredIn}] and messages[${index}].`
            : `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
          `${at}.tool_call_id`,
        );
      open?.set(id, index);
      continue;
    }
    const missing = [...(open ?? [])].filter(([, answeredIn]) => answeredIn === null).map(([id]) => id);
    if (missing.length > 0) yield invalidRequest(`${UNANSWERED}: ${missing.join(', ')}`, `${at}.role`);
    const calls = message?.role === 'assistant' && message.tool_calls;
    open = calls ? new Map(calls.map(({ id }) => [id, null])) : undefined;
  }
}

function* toolProblems(body: ChatBody): Generator<ErrorFacts> {
  const { tools, tool_choice: choice } = body;
  for (const param of ['tool_choice', 'parallel_tool_calls'] as const)
    if (!tools && body[param] != null)
      yield invalidRequest(
        `Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`,
        param,
      );
  for (const [index, tool] of tools?.entries() ?? []) {
    const { name, parameters } = tool.function;
    for (const problem of parameters ? schemaProblems(parameters, tool.function) : [])
      yield invalidRequest(
        `Invalid schema for function '${name}': ${problem}`,
        `tools[${index}].function.parameters`,
        'invalid_function_parameters',
      );
  }
  const chosen = typeof choice === 'object' ? choice?.function : undefined;
  if (chosen && !tools?.some((tool) => tool.function.name === chosen.name))
    yield invalidRequest(
      `Invalid value for 'tool_choice': no function named '${String(chosen.name)}' was specified in the 'tools' parameter.`,
      'tool_choice',
    );
}

function* schemaProblems(schema: JsonObject, { strict }: Declared): Generator<string> {
  // OpenAI prints Python's None for a missing type.
  const { type = 'None', properties } = schema;
  if (type !== 'object')
    yield `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(type)}"'.`;
  if (!properties) yield 'In context=(), object schema missing properties.';
  yield* nodeProblems(schema, { place: [], isStrict: strict === true });
}

function* nodeProblems(
  node: unknown,
  { place, isStrict }: { readonly place: readonly string[]; readonly isStrict: boolean },
): Generator<string> {
  if (!isJsonObject(node)) return;
  const { type, additionalProperties, properties, required } = node;
  for (const unknown of listUnknownTypes(node))
    yield `'${String(unknown)}' is not valid under any of the given schemas.`;
  // OpenAI prints paths as Python tuples.
  const steps = place.map((step) => `'${step}'`).join(', ');
  const context = `In context=(${steps}${place.length === 1 ? ',' : ''})`;
  if (type === 'array' && !('items' in node)) yield `${context}, array schema missing items.`;
  if (isStrict && type === 'object') {
    if (additionalProperties !== false)
      yield `${context}, 'additionalProperties' is required to be supplied and to be false.`;
    const names = Object.keys(Object(properties) as object);
    const optional = names.find((name) => !(Array.isArray(required) && required.includes(name)));
    if (optional)
      yield `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${optional}'.`;
  }
  for (const [path, child] of childSchemas(node))
    yield* nodeProblems(child, { place: [...place, ...path], isStrict });
}

function* parameterProblems(body: ChatBody): Generator<ErrorFacts> {
  // A script has one answer per request.
  if ((body.n ?? 1) !== 1)
    yield invalidRequest(
      `Unsupported value: 'n' does not support ${body.n} with this model. Only the default (1) value is supported.`,
      'n',
      'unsupported_value',
    );
  if (body.max_tokens && body.max_completion_tokens)
    yield invalidRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
      'invalid_parameter_combination',
    );
  if (body.stream_options && !body.stream)
    yield invalidRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
}
