import { describe } from 'vitest';
import {
  extra,
  having,
  notList,
  notObject,
  notText,
  required,
  schema,
  testRules,
  tool,
  withTool,
  type Rule,
} from './bodies.js';

const at = (rest: string) => `tools.0.custom.${rest}`;
const notSchema =
  'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.';
const notUnion =
  'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level';
const withSchema = (more: object) => withTool({ input_schema: { ...schema, ...more } });
const choosing = (choice: unknown, more: object = {}) =>
  having({ tools: [tool()], tool_choice: choice, ...more });
const namePattern = "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
const item = (type: unknown) => ({ properties: { q: { type: 'array', items: { anyOf: [{ type }] } } } });

// prettier-ignore
const TOOLS: readonly Rule[] = [
  ['tools an object', having({ tools: tool() }), notList('tools'), having({ tools: [tool()] })],
  ['tool a text', having({ tools: ['look'] }), notObject('tools.0'), having({ tools: null })],
  ['tool of OpenAI', having({ tools: [{ type: 'function', function: { name: 'look' } }] }), "tools.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'custom'", having({ tools: [tool({ type: 'custom' }), { type: 'web_search_20250305', name: 'web_search' }] })],
  ['no name', withTool({ name: undefined }), required(at('name')), withTool({ name: 'x' })],
  ['name empty', withTool({ name: '' }), at('name: String should have at least 1 character'), withTool({ name: '-' })],
  ['name outside the pattern', withTool({ name: 'look up' }), at(`name: ${namePattern}`), withTool({ name: 'look_up-2' })],
  ['name of 129 characters', withTool({ name: 'x'.repeat(129) }), at(`name: ${namePattern}`), withTool({ name: 'x'.repeat(128) })],
  ['a name twice', having({ tools: [tool(), tool()] }), 'tools: Tool names must be unique.', having({ tools: [tool(), tool({ name: 'other' })] })],
  ['description not a text', withTool({ description: 1 }), notText(at('description')), withTool({ description: 'x'.repeat(5000) })],
  ['unknown field', withTool({ parameters: schema }), extra(at('parameters')), withTool({ eager_input_streaming: true, strict: true })],
  ['strict a text', withTool({ strict: 'yes' }), at('strict: Input should be a valid boolean'), withTool({ strict: false })],
  ['no schema', withTool({ input_schema: undefined }), required(at('input_schema')), withTool({ input_schema: { type: 'object' } })],
  ['schema a list', withTool({ input_schema: [] }), notObject(at('input_schema')), withTool({})],
  ['schema without type', withSchema({ type: undefined }), required(at('input_schema.type')), withSchema({ type: 'object' })],
  ['schema of type string', withSchema({ type: 'string' }), at("input_schema.type: Input should be 'object'"), withSchema({})],
  ['union at the top', withSchema({ anyOf: [{ required: ['q'] }] }), notUnion, withSchema({ properties: { q: { anyOf: [{ type: 'string' }] } } })],
  ['property name with a space', withSchema({ properties: { 'a b': {} } }), at("input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"), withSchema({ properties: { 'a.b': {} } })],
  ['unknown type inside', withSchema(item('text')), notSchema, withSchema(item('string'))],
  ['property not a schema', withSchema({ properties: { q: 'string' } }), notSchema, withSchema({ properties: { q: true } })],
];

// prettier-ignore
const CHOICES: readonly Rule[] = [
  ['choice of OpenAI as a text', choosing('auto'), notObject('tool_choice'), choosing({ type: 'auto' })],
  ['choice without type', choosing({ name: 'look' }), required('tool_choice.type'), choosing({ type: 'tool', name: 'look' })],
  ['unknown type', choosing({ type: 'required' }), "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'", choosing({ type: 'any' })],
  ['a type every object has a member of', choosing({ type: 'constructor' }), "tool_choice: Input tag 'constructor' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'", choosing({ type: 'auto' })],
  ['a tool without name', choosing({ type: 'tool' }), required('tool_choice.tool.name'), choosing(null)],
  ['a tool that is not offered', choosing({ type: 'tool', name: 'other' }), "Tool 'other' not found in provided tools", choosing({ type: 'tool', name: 'look' })],
  ['a name for any', choosing({ type: 'any', name: 'look' }), extra('tool_choice.any.name'), choosing({ type: 'any', disable_parallel_tool_use: true })],
  ['one at a time for none', choosing({ type: 'none', disable_parallel_tool_use: true }), extra('tool_choice.none.disable_parallel_tool_use'), choosing({ type: 'none' })],
  ['one at a time a text', choosing({ type: 'auto', disable_parallel_tool_use: 'yes' }), 'tool_choice.auto.disable_parallel_tool_use: Input should be a valid boolean', choosing({ type: 'auto', disable_parallel_tool_use: false })],
  ['auto without tools', having({ tool_choice: { type: 'auto' } }), 'tool_choice may only be specified while providing tools.', having({ tool_choice: { type: 'none' } })],
];

describe('messagesBody', () => testRules([...TOOLS, ...CHOICES]));
