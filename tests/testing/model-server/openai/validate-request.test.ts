import { describe, expect, test } from 'vitest';
import { validateRequest } from '../../../../packages/testing/model-server/index.js';

const user = { role: 'user', content: 'Hi' };
const call = (id = 'c1', more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}', ...more },
});
const calling = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id = 'c1') => ({ role: 'tool', tool_call_id: id, content: 'done' });
const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const tool = (more: object = {}) => ({
  type: 'function',
  function: { name: 'look', parameters: schema, ...more },
});
const withMessages = (...messages: unknown[]) => ({ model: 'm', messages });
const withTool = (more: object) => ({ ...withMessages(user), tools: [tool(more)] });
const having = (more: object) => ({ ...withMessages(user), ...more });
const parts = (...content: unknown[]) => withMessages({ role: 'user', content });
const text = (value: unknown) => ({ type: 'text', text: value });
const tooLong = (at: string, limit: number, length: number) =>
  `Invalid '${at}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`;
const emptyText = (at: string) =>
  `Invalid '${at}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
const emptyList = (at: string) =>
  `Invalid '${at}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
const nullContent = "Invalid value for 'content': expected a string, got null.";
const unanswered = (ids: string) =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`;
const orphan =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
const badSchema = (problem: string) => `Invalid schema for function 'look': ${problem}`;
const notObject = (type: string) =>
  badSchema(`schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`);
const pattern = (at: string) =>
  `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
const needsTools = (name: string) =>
  `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`;
const strict = {
  type: 'object',
  properties: { q: { type: 'string' } },
  required: [],
  additionalProperties: false,
};

type Row = readonly [rule: string, body: unknown, param: string | null, code: string | null, message: string];

// prettier-ignore
const REFUSED: readonly Row[] = [
  ['body is a list', [], 'body', 'invalid_type', "Invalid type for 'body': expected an object, but got an array instead."],
  ['one unknown parameter', having({ foo: 1 }), null, null, 'Unrecognized request argument supplied: foo'],
  ['two unknown parameters', having({ foo: 1, bar: 2 }), null, null, 'Unrecognized request arguments supplied: foo, bar'],
  ['no model', { messages: [user] }, null, null, 'you must provide a model parameter'],
  ['empty model', having({ model: '' }), null, null, 'you must provide a model parameter'],
  ['model not a string', having({ model: 4 }), 'model', 'invalid_type', "Invalid type for 'model': expected a string, but got an integer instead."],
  ['no messages', { model: 'm' }, 'messages', 'missing_required_parameter', "Missing required parameter: 'messages'."],
  ['messages not a list', having({ messages: 'Hi' }), 'messages', 'invalid_type', "Invalid type for 'messages': expected an array of objects, but got a string instead."],
  ['empty messages', withMessages(), 'messages', 'empty_array', emptyList('messages')],
  ['message not an object', withMessages('Hi'), 'messages[0]', 'invalid_type', "Invalid type for 'messages[0]': expected an object, but got a string instead."],
  ['no role', withMessages({ content: 'Hi' }), 'messages[0].role', 'missing_required_parameter', "Missing required parameter: 'messages[0].role'."],
  ['invalid role', withMessages({ role: 'robot', content: 'Hi' }), 'messages[0].role', 'invalid_value', "Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'."],
  ['unknown message parameter', withMessages({ ...user, mood: 'good' }), 'messages[0].mood', 'unknown_parameter', "Unknown parameter: 'messages[0].mood'."],
  ['tool_calls of a user', withMessages({ ...user, tool_calls: [call()] }), 'messages[0].tool_calls', 'unknown_parameter', "Unknown parameter: 'messages[0].tool_calls'."],
  ['content null', withMessages({ role: 'user', content: null }), 'messages.[0].content', null, nullContent],
  ['content missing', withMessages(user, { role: 'system' }), 'messages.[1].content', null, nullContent],
  ['tool content null', withMessages(user, calling(call()), { ...result(), content: null }), 'messages.[2].content', null, nullContent],
  ['assistant content null without tool calls', withMessages({ role: 'assistant', content: null }), 'messages.[0].content', null, nullContent],
  ['assistant content empty without tool calls', withMessages({ role: 'assistant', content: '' }), 'messages[0].content', 'empty_string', emptyText('messages[0].content')],
  ['user content empty', withMessages({ role: 'user', content: '' }), 'messages[0].content', 'empty_string', emptyText('messages[0].content')],
  ['content an object', withMessages({ role: 'user', content: {} }), 'messages[0].content', 'invalid_type', "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an object instead."],
  ['content an empty list', parts(), 'messages[0].content', 'empty_array', emptyList('messages[0].content')],
  ['part not an object', parts('Hi'), 'messages[0].content[0]', 'invalid_type', "Invalid type for 'messages[0].content[0]': expected an object, but got a string instead."],
  ['part without type', parts({ text: 'Hi' }), 'messages[0].content[0].type', 'missing_required_parameter', "Missing required parameter: 'messages[0].content[0].type'."],
  ['part of unknown type', parts({ type: 'video' }), 'messages[0].content[0].type', 'invalid_value', "Invalid value: 'video'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'."],
  ['empty text part', parts(text('Hi'), text('')), 'messages[0].content[1].text', 'empty_string', emptyText('messages[0].content[1].text')],
  ['text part without text', parts({ type: 'text' }), 'messages[0].content[0].text', 'missing_required_parameter', "Missing required parameter: 'messages[0].content[0].text'."],
  ['text part not a string', parts(text(null)), 'messages[0].content[0].text', 'invalid_type', "Invalid type for 'messages[0].content[0].text': expected a string, but got null instead."],
  ['image part without image', parts({ type: 'image_url' }), 'messages[0].content[0].image_url', 'missing_required_parameter', "Missing required parameter: 'messages[0].content[0].image_url'."],
  ['image of a system message', withMessages({ role: 'system', content: [{ type: 'image_url', image_url: { url: 'x' } }] }), 'messages[0]', 'invalid_value', "Invalid 'messages[0]'. Image URLs are only allowed for messages with role 'user', but this message with role 'system' contains an image URL."],
  ['tool_calls not a list', withMessages({ role: 'assistant', tool_calls: {} }), 'messages[0].tool_calls', 'invalid_type', "Invalid type for 'messages[0].tool_calls': expected an array of objects, but got an object instead."],
  ['tool_calls empty', withMessages(calling()), 'messages[0].tool_calls', 'empty_array', emptyList('messages[0].tool_calls')],
  ['tool call without id', withMessages(calling({ ...call(), id: undefined })), 'messages[0].tool_calls[0].id', 'missing_required_parameter', "Missing required parameter: 'messages[0].tool_calls[0].id'."],
  ['tool call id of 41 characters', withMessages(calling(call('x'.repeat(41)))), 'messages[0].tool_calls[0].id', 'string_above_max_length', tooLong('messages[0].tool_calls[0].id', 40, 41)],
  ['tool call without type', withMessages(calling({ ...call(), type: undefined })), 'messages[0].tool_calls[0].type', 'missing_required_parameter', "Missing required parameter: 'messages[0].tool_calls[0].type'."],
  ['tool call of another type', withMessages(calling({ ...call(), type: 'magic' })), 'messages[0].tool_calls[0].type', 'invalid_value', "Invalid value: 'magic'. Supported values are: 'function' and 'custom'."],
  ['tool call without function', withMessages(calling({ id: 'c', type: 'function' })), 'messages[0].tool_calls[0].function', 'missing_required_parameter', "Missing required parameter: 'messages[0].tool_calls[0].function'."],
  ['tool call name outside the pattern', withMessages(calling(call('c', { name: 'a.b' }))), 'messages[0].tool_calls[0].function.name', 'invalid_value', pattern('messages[0].tool_calls[0].function.name')],
  ['tool call name of 65 characters', withMessages(calling(call('c', { name: 'x'.repeat(65) }))), 'messages[0].tool_calls[0].function.name', 'string_above_max_length', tooLong('messages[0].tool_calls[0].function.name', 64, 65)],
  ['arguments an object', withMessages(calling(call('c', { arguments: {} }))), 'messages[0].tool_calls[0].function.arguments', 'invalid_type', "Invalid type for 'messages[0].tool_calls[0].function.arguments': expected a string, but got an object instead."],
  ['arguments missing', withMessages(calling(call('c', { arguments: undefined }))), 'messages[0].tool_calls[0].function.arguments', 'missing_required_parameter', "Missing required parameter: 'messages[0].tool_calls[0].function.arguments'."],
  ['tool message without id', withMessages(user, calling(call()), { role: 'tool', content: 'x' }), 'messages[2].tool_call_id', 'missing_required_parameter', "Missing required parameter: 'messages[2].tool_call_id'."],
  ['tool message id of 41 characters', withMessages(user, result('x'.repeat(41))), 'messages[1].tool_call_id', 'string_above_max_length', tooLong('messages[1].tool_call_id', 40, 41)],
  ['orphan tool message', withMessages(user, result()), 'messages.[1].role', null, orphan],
  ['tool message after another message', withMessages(user, calling(call()), result(), user, result()), 'messages.[4].role', null, orphan],
  ['tool call without result, at the end', withMessages(user, calling(call('a'))), 'messages.[2].role', null, unanswered('a')],
  ['two tool calls without result, in the middle', withMessages(calling(call('a'), call('b'), call('c')), result('b'), user), 'messages.[2].role', null, unanswered('a, c')],
  ['unknown tool_call_id', withMessages(calling(call('a')), result('b')), 'messages.[1].tool_call_id', null, "Invalid parameter: 'tool_call_id' of 'b' not found in 'tool_calls' of previous message."],
  ['duplicate tool_call_id', withMessages(calling(call('a')), result('a'), result('a')), 'messages.[2].tool_call_id', null, "Invalid parameter: Duplicate value for 'tool_call_id' of 'a', in messages[1] and messages[2]."],
  ['tools not a list', having({ tools: {} }), 'tools', 'invalid_type', "Invalid type for 'tools': expected an array of objects, but got an object instead."],
  ['tools empty', having({ tools: [] }), 'tools', 'empty_array', emptyList('tools')],
  ['129 tools', having({ tools: Array.from({ length: 129 }, () => tool()) }), 'tools', 'array_above_max_length', "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead."],
  ['tool without type', having({ tools: [{ function: {} }] }), 'tools[0].type', 'missing_required_parameter', "Missing required parameter: 'tools[0].type'."],
  ['tool of another type', having({ tools: [{ type: 'magic' }] }), 'tools[0].type', 'invalid_value', "Invalid value: 'magic'. Supported values are: 'function' and 'custom'."],
  ['tool without function', having({ tools: [{ type: 'function' }] }), 'tools[0].function', 'missing_required_parameter', "Missing required parameter: 'tools[0].function'."],
  ['tool without name', withTool({ name: undefined }), 'tools[0].function.name', 'missing_required_parameter', "Missing required parameter: 'tools[0].function.name'."],
  ['tool name empty', withTool({ name: '' }), 'tools[0].function.name', 'empty_string', emptyText('tools[0].function.name')],
  ['tool name outside the pattern', withTool({ name: 'look up' }), 'tools[0].function.name', 'invalid_value', pattern('tools[0].function.name')],
  ['tool name of 65 characters', withTool({ name: 'x'.repeat(65) }), 'tools[0].function.name', 'string_above_max_length', tooLong('tools[0].function.name', 64, 65)],
  ['description of 1,025 characters', withTool({ description: 'x'.repeat(1025) }), 'tools[0].function.description', 'string_above_max_length', tooLong('tools[0].function.description', 1024, 1025)],
  ['schema without type', withTool({ parameters: {} }), 'tools[0].function.parameters', 'invalid_function_parameters', notObject('None')],
  ['schema of type string', withTool({ parameters: { type: 'string' } }), 'tools[0].function.parameters', 'invalid_function_parameters', notObject('string')],
  ['schema not an object', withTool({ parameters: [] }), 'tools[0].function.parameters', 'invalid_type', "Invalid type for 'tools[0].function.parameters': expected an object, but got an array instead."],
  ['schema without properties', withTool({ parameters: { type: 'object' } }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema('In context=(), object schema missing properties.')],
  ['array without items', withTool({ parameters: { type: 'object', properties: { a: { type: 'array' } } } }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema("In context=('properties', 'a'), array schema missing items.")],
  ['array without items in a union', withTool({ parameters: { type: 'object', properties: { a: { anyOf: [{ type: 'array' }] } } } }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema("In context=('properties', 'a', 'anyOf', '0'), array schema missing items.")],
  ['property of unknown type', withTool({ parameters: { type: 'object', properties: { a: { type: 'text' } } } }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema("'text' is not valid under any of the given schemas.")],
  ['strict with other properties allowed', withTool({ strict: true, parameters: schema }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema("In context=(), 'additionalProperties' is required to be supplied and to be false.")],
  ['strict with an optional property', withTool({ strict: true, parameters: strict }), 'tools[0].function.parameters', 'invalid_function_parameters', badSchema("In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'q'.")],
  ['tool_choice without tools', having({ tool_choice: 'auto' }), 'tool_choice', null, needsTools('tool_choice')],
  ['parallel_tool_calls without tools', having({ parallel_tool_calls: true }), 'parallel_tool_calls', null, needsTools('parallel_tool_calls')],
  ['unknown tool_choice', { ...withTool({}), tool_choice: 'any' }, 'tool_choice', 'invalid_value', "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'."],
  ['tool_choice of no tool', { ...withTool({}), tool_choice: { type: 'function', function: { name: 'other' } } }, 'tool_choice', null, "Invalid value for 'tool_choice': no function named 'other' was specified in the 'tools' parameter."],
  ['max_tokens 0', having({ max_tokens: 0 }), 'max_tokens', 'integer_below_min_value', "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead."],
  ['max_completion_tokens -1', having({ max_completion_tokens: -1 }), 'max_completion_tokens', 'integer_below_min_value', "Invalid 'max_completion_tokens': integer below minimum value. Expected a value >= 1, but got -1 instead."],
  ['max_tokens not whole', having({ max_tokens: 1.5 }), 'max_tokens', 'invalid_type', "Invalid type for 'max_tokens': expected an integer, but got a decimal instead."],
  ['both token limits', having({ max_tokens: 1, max_completion_tokens: 1 }), 'max_tokens', 'invalid_parameter_combination', "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."],
  ['temperature 2.1', having({ temperature: 2.1 }), 'temperature', 'decimal_above_max_value', "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.1 instead."],
  ['temperature -0.1', having({ temperature: -0.1 }), 'temperature', 'decimal_below_min_value', "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -0.1 instead."],
  ['temperature a string', having({ temperature: '1' }), 'temperature', 'invalid_type', "Invalid type for 'temperature': expected a decimal, but got a string instead."],
  ['n 0', having({ n: 0 }), 'n', 'integer_below_min_value', "Invalid 'n': integer below minimum value. Expected a value >= 1, but got 0 instead."],
  ['n 129', having({ n: 129 }), 'n', 'integer_above_max_value', "Invalid 'n': integer above maximum value. Expected a value <= 128, but got 129 instead."],
  ['n 2', having({ n: 2 }), 'n', 'unsupported_value', "Unsupported value: 'n' does not support 2 with this model. Only the default (1) value is supported."],
  ['stream a string', having({ stream: 'yes' }), 'stream', 'invalid_type', "Invalid type for 'stream': expected a boolean, but got a string instead."],
  ['stream_options without stream', having({ stream_options: { include_usage: true } }), 'stream_options', null, "The 'stream_options' parameter is only allowed when 'stream' is enabled."],
  ['five stop sequences', having({ stop: ['a', 'b', 'c', 'd', 'e'] }), 'stop', 'array_above_max_length', "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead."],
];

const ACCEPTED: readonly (readonly [string, unknown])[] = [
  ['one question', withMessages(user)],
  [
    'every role',
    withMessages({ role: 'developer', content: 'Be kind' }, user, { role: 'assistant', content: 'Hi' }, user),
  ],
  ['two user messages in a row', withMessages(user, user)],
  ['a call with its result', withMessages(user, calling(call()), result())],
  [
    'parallel calls, results in another order',
    withMessages(user, calling(call('a'), call('b')), result('b'), result('a'), user),
  ],
  ['the same call id in two steps', withMessages(user, calling(call()), result(), calling(call()), result())],
  ['an empty tool result', withMessages(user, calling(call()), { ...result(), content: '' })],
  ['a call beside an empty text', withMessages(user, { ...calling(call()), content: '' }, result())],
  [
    'a call whose arguments are no JSON',
    withMessages(user, calling(call('c1', { arguments: '{' })), result()),
  ],
  [
    'text and image parts',
    parts(text('What is it?'), { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }),
  ],
  ['a call id of 40 characters', withMessages(user, calling(call('x'.repeat(40))), result('x'.repeat(40)))],
  ['128 tools', having({ tools: Array.from({ length: 128 }, () => tool()) })],
  ['a tool without parameters', withTool({ parameters: undefined })],
  ['a strict tool', withTool({ strict: true, parameters: { ...strict, required: ['q'] } })],
  [
    'a choice of its tool',
    { ...withTool({}), tool_choice: { type: 'function', function: { name: 'look' } } },
  ],
  ['temperature 0 and 2', having({ temperature: 2, top_p: 0 })],
  ['optional parameters null', having({ temperature: null, tools: null, stop: null, n: null })],
];

describe('validateRequest', () => {
  test.each(REFUSED)('%s -> refused', (_, body, param, code, message) => {
    expect(validateRequest(JSON.parse(JSON.stringify(body)))).toEqual({
      status: 400,
      type: 'invalid_request_error',
      param,
      code,
      message,
    });
  });

  test.each(ACCEPTED)('%s -> accepted', (_, body) => {
    expect(validateRequest(JSON.parse(JSON.stringify(body)))).toBeNull();
  });

  test('a model that is not on the list -> 404', () => {
    expect(validateRequest(withMessages(user), { models: ['other'] })).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });
});
