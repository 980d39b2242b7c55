import { describe, expect, test } from 'vitest';
import { validateMessagesRequest } from '../../../../packages/testing/model-server/index.js';
import {
  extra,
  having,
  notList,
  notObject,
  notText,
  required,
  says,
  testRules,
  text,
  tool,
  user,
  withBlocks,
  type Rule,
} from './bodies.js';

const atLeast = (name: string, minimum: number) =>
  `${name}: Input should be greater than or equal to ${minimum}`;
const atMost = (name: string, maximum: number) => `${name}: Input should be less than or equal to ${maximum}`;
const mark = { cache_control: { type: 'ephemeral' } };

// prettier-ignore
const RULES: readonly Rule[] = [
  ['body a list', [], 'Input should be a valid dictionary', having({})],
  ['no model', having({ model: undefined }), required('model'), having({ model: 'm' })],
  ['model not a text', having({ model: 4 }), notText('model'), having({ model: '4' })],
  ['model empty', having({ model: '' }), 'model: String should have at least 1 character', having({ model: 'm' })],
  ['no max_tokens', having({ max_tokens: undefined }), required('max_tokens'), having({ max_tokens: 1 })],
  ['max_tokens null', having({ max_tokens: null }), 'max_tokens: Input should be a valid integer', having({ temperature: null })],
  ['max_tokens 0', having({ max_tokens: 0 }), atLeast('max_tokens', 1), having({ max_tokens: 1 })],
  ['max_tokens not whole', having({ max_tokens: 1.5 }), 'max_tokens: Input should be a valid integer', having({ max_tokens: 2 })],
  ['no messages', having({ messages: undefined }), required('messages'), having({ messages: [user] })],
  ['messages not a list', having({ messages: user }), notList('messages'), having({ messages: [user] })],
  ['messages empty', having({ messages: [] }), 'messages: at least one message is required', having({ messages: [user] })],
  ['an unknown parameter', having({ n: 1 }), extra('n'), having({ metadata: { user_id: 'u' } })],
  ['a parameter of OpenAI', having({ stop: ['x'] }), extra('stop'), having({ stop_sequences: ['x'] })],
  ['temperature 1.1', having({ temperature: 1.1 }), atMost('temperature', 1), having({ temperature: 1 })],
  ['temperature -0.1', having({ temperature: -0.1 }), atLeast('temperature', 0), having({ temperature: 0 })],
  ['temperature a text', having({ temperature: '1' }), 'temperature: Input should be a valid number', having({ temperature: 0.5 })],
  ['top_p 1.1', having({ top_p: 1.1 }), atMost('top_p', 1), having({ top_p: 1 })],
  ['top_k -1', having({ top_k: -1 }), atLeast('top_k', 0), having({ top_k: 0 })],
  ['stream a text', having({ stream: 'yes' }), 'stream: Input should be a valid boolean', having({ stream: true })],
  ['a stop sequence of whitespace', having({ stop_sequences: [' '] }), 'stop_sequences: each stop sequence must contain non-whitespace', having({ stop_sequences: [] })],
  ['stop_sequences a text', having({ stop_sequences: 'x' }), notList('stop_sequences'), having({ stop_sequences: null })],
  ['a stop sequence not a text', having({ stop_sequences: [1] }), notText('stop_sequences.0'), having({ stop_sequences: ['1'] })],
  ['unknown metadata', having({ metadata: { name: 'u' } }), extra('metadata.name'), having({ metadata: {} })],
  ['system an object', having({ system: text('Be kind') }), notList('system'), having({ system: [text('Be kind')] })],
  ['system null', having({ system: null }), notList('system'), having({ system: '' })],
  ['system block empty', having({ system: [text('')] }), 'system: text content blocks must be non-empty', having({ system: [text('x')] })],
  ['system block blank', having({ system: [text('x'), text(' \n')] }), 'system: text content blocks must contain non-whitespace text', having({ system: [text('x'), text(' y')] })],
  ['system block of another type', having({ system: [{ type: 'image' }] }), "system.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text'", having({ system: [] })],
  ['five cache breakpoints', having({ tools: [tool(mark)], system: [text('x', mark)], messages: [{ role: 'user', content: [text('a', mark), text('b', mark), text('c', mark)] }] }), 'A maximum of 4 blocks with cache_control may be provided. Found 5.', having({ tools: [tool(mark)], system: [text('x', mark)], messages: [{ role: 'user', content: [text('a', mark), text('b'), text('c', mark)] }] })],
  ['cache breakpoint of another type', withBlocks(text('x', { cache_control: { type: 'forever' } })), "messages.0.content.0.text.cache_control: Input tag 'forever' found using 'type' does not match any of the expected tags: 'ephemeral'", withBlocks(text('x', { cache_control: null }))],
  ['cache breakpoint not an object', withBlocks(text('x', { cache_control: true })), notObject('messages.0.content.0.text.cache_control'), withBlocks(text('x', mark))],
  ['cache breakpoint for a day', withBlocks(text('x', { cache_control: { type: 'ephemeral', ttl: '1d' } })), "messages.0.content.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'", withBlocks(text('x', { cache_control: { type: 'ephemeral', ttl: '1h' } }))],
];

describe('validateMessagesRequest', () => {
  testRules(RULES);

  test('a model that is not on the list -> 404; one that is -> accepted', () => {
    expect(validateMessagesRequest(having({}), { models: ['other'] })).toMatchObject({
      status: 404,
      type: 'not_found_error',
      message: 'model: m',
    });
    expect(validateMessagesRequest(having({}), { models: ['other', 'm'] })).toBeNull();
  });

  test('an answer begun -> accepted', () => {
    expect(validateMessagesRequest(having({ messages: [user, says('Dear')] }))).toBeNull();
  });
});
