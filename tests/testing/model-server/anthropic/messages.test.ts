import { describe } from 'vitest';
import {
  extra,
  notList,
  notObject,
  notText,
  required,
  result,
  says,
  testRules,
  text,
  thought,
  use,
  user,
  withBlocks,
  withMessages,
  withResult,
  withUse,
  type Rule,
} from './bodies.js';

const blank = 'messages: text content blocks must contain non-whitespace text';
const empty = 'messages: text content blocks must be non-empty';
const hollow = (index: number) =>
  `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
const source = (more: object) => ({ type: 'base64', media_type: 'image/png', data: 'AA==', ...more });
const image = (more: object = {}) => ({ type: 'image', source: source(more) });
const linked = (url: unknown) => ({ type: 'image', source: { type: 'url', url } });
const file = (mediaType: string) => ({ type: 'document', source: source({ media_type: mediaType }) });
const inBlock = (rest: string) => `messages.0.content.0.${rest}`;
const inResult = (rest: string) => `messages.2.content.0.tool_result${rest}`;
const notTag = (path: string, tag: string, tags: string) =>
  `${path}: Input tag '${tag}' found using 'type' does not match any of the expected tags: ${tags}`;
const BLOCK_TAGS =
  "'advisor_tool_result', 'bash_code_execution_tool_result', 'code_execution_tool_result', 'compaction', 'container_upload', 'document', 'image', 'mcp_tool_result', 'mcp_tool_use', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_reference', 'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', 'web_search_tool_result'";

// prettier-ignore
const SHAPES: readonly Rule[] = [
  ['message a text', withMessages('Hi'), notObject('messages.0'), withMessages(user)],
  ['no role', withMessages({ content: 'Hi' }), required('messages.0.role'), withMessages(user)],
  ['unknown role', withMessages(user, { role: 'tool', content: 'x' }), "messages.1.role: Input should be 'user' or 'assistant'", withMessages(user, says('x'))],
  ['system as a role', withMessages({ role: 'system', content: 'x' }, user), 'messages.0.role: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.', withMessages(user, user)],
  ['assistant first', withMessages(says('x'), user), 'messages: first message must use the "user" role', withMessages(user, says('x'), user)],
  ['unknown message field', withMessages({ ...user, name: 'ada' }), extra('messages.0.name'), withMessages(user)],
  ['no content', withMessages({ role: 'user' }), required('messages.0.content'), withMessages(user)],
  ['content null', withMessages({ role: 'user', content: null }), notList('messages.0.content'), withMessages(user)],
  ['block a text', withBlocks('Hi'), notObject('messages.0.content.0'), withBlocks(text('Hi'))],
  ['block without type', withBlocks({ text: 'Hi' }), required(inBlock('type')), withBlocks(text('Hi'))],
  ['block of OpenAI', withBlocks({ type: 'image_url', image_url: { url: 'x' } }), notTag('messages.0.content.0', 'image_url', BLOCK_TAGS), withBlocks(image())],
  ['text missing', withBlocks({ type: 'text' }), required(inBlock('text.text')), withBlocks(text('x'))],
  ['text not a text', withBlocks(text(1)), notText(inBlock('text.text')), withBlocks(text('1'))],
  ['unknown block field', withBlocks(text('x', { id: 'y' })), extra(inBlock('text.id')), withBlocks(text('x', { citations: null }))],
  ['tool_use of the user', withBlocks(use()), 'messages.0: `tool_use` blocks can only be in `assistant` messages', withUse(use())],
  ['thinking of the user', withBlocks(thought), 'messages.0: `thinking` blocks can only be in `assistant` messages', withMessages(user, says([thought, text('x')]))],
  ['tool_result of the assistant', withMessages(user, says([result()])), 'messages.1: `tool_result` blocks can only be in `user` messages', withResult(result())],
  ['image of the assistant', withMessages(user, says([image()])), 'messages.1: `image` blocks can only be in `user` messages', withBlocks(image())],
  ['image without source', withBlocks({ type: 'image' }), required(inBlock('image.source')), withBlocks(image())],
  ['source without type', withBlocks(image({ type: undefined })), required(inBlock('image.source.type')), withBlocks(image())],
  ['source of another type', withBlocks(image({ type: 'path' })), notTag(inBlock('image.source'), 'path', "'base64', 'file', 'url'"), withBlocks({ type: 'image', source: { type: 'file', file_id: 'f' } })],
  ['image without media type', withBlocks(image({ media_type: undefined })), required(inBlock('image.source.base64.media_type')), withBlocks(image({ media_type: 'image/webp' }))],
  ['image of another media type', withBlocks(image({ media_type: 'image/bmp' })), "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", withBlocks(image({ media_type: 'image/gif' }))],
  ['image empty', withBlocks(image({ data: '' })), 'messages.0.content.0.image.source.base64.data: image cannot be empty', withBlocks(image({ data: 'AAAA' }))],
  ['image as a data URL', withBlocks(image({ data: 'data:image/png;base64,AA==' })), 'messages.0.content.0.image.source.base64.data: invalid base64 data', withBlocks(image())],
  ['image at a plain http address', withBlocks(linked('http://a.example/x.png')), 'messages.0.content.0.image.source.url.url: Only HTTPS URLs are supported.', withBlocks(linked('https://a.example/x.png'))],
  ['image without an address', withBlocks(linked(undefined)), required(inBlock('image.source.url.url')), withBlocks(linked('https://a.example/'))],
  ['document of another media type', withBlocks(file('text/html')), "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'", withBlocks(file('application/pdf'))],
  ['tool_use without id', withUse(use(undefined, { id: undefined })), required('messages.1.content.0.tool_use.id'), withUse(use())],
  ['tool_use id outside the pattern', withUse(use('a.b')), "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", withUse(use('a'))],
  ['tool_use without name', withUse(use('a', { name: '' })), 'messages.1.content.0.tool_use.name: String should have at least 1 character', withUse(use('a', { name: 'x' }))],
  ['tool_use name of 201 characters', withUse(use('a', { name: 'x'.repeat(201) })), 'messages.1.content.0.tool_use.name: String should have at most 200 characters', withUse(use('a', { name: 'x'.repeat(200) }))],
  ['input a text', withUse(use('a', { input: '{}' })), notObject('messages.1.content.0.tool_use.input'), withUse(use('a', { input: {} }))],
  ['input a list', withUse(use('a', { input: [] })), notObject('messages.1.content.0.tool_use.input'), withUse(use('a', { input: { list: [] } }))],
  ['input missing', withUse(use('a', { input: undefined })), required('messages.1.content.0.tool_use.input'), withUse(use())],
  ['tool_result without id', withResult(result('a', { tool_use_id: undefined })), required(inResult('.tool_use_id')), withResult(result())],
  ['tool_result id outside the pattern', withResult(result('a|b')), "messages.2.content.0.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'", withResult(result())],
  ['tool_result content an object', withResult(result('a', { content: { ok: true } })), notList(inResult('.content')), withResult(result('a', { content: undefined }))],
  ['tool_result in a tool_result', withResult(result('a', { content: [result()] })), notTag(inResult('.content.0'), 'tool_result', "'document', 'image', 'search_result', 'text', 'tool_reference'"), withResult(result('a', { content: [text('x'), image()] }))],
  ['image in a tool_result of another media type', withResult(result('a', { content: [image({ media_type: 'image/bmp' })] })), "messages.2.content.0.tool_result.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", withResult(result('a', { content: [image()] }))],
  ['tool_result text empty', withResult(result('a', { content: [text('')] })), empty, withResult(result('a', { content: '' }))],
  ['is_error a text', withResult(result('a', { is_error: 'yes' })), inResult('.is_error: Input should be a valid boolean'), withResult(result('a', { is_error: true }))],
  ['failure without content', withResult(result('a', { is_error: true, content: '' })), inResult(': content cannot be empty if `is_error` is true'), withResult(result('a', { is_error: false, content: [] }))],
  ['failure with an image', withResult(result('a', { is_error: true, content: [image()] })), inResult(': all content must be type "text" if `is_error` is true'), withResult(result('a', { is_error: true, content: [text('x')] }))],
];

// prettier-ignore
const TEXTS: readonly Rule[] = [
  ['text block empty', withBlocks(text('Hi'), text('')), empty, withBlocks(text('Hi'), text('x'))],
  ['text block blank', withBlocks(text(' \n')), blank, withBlocks(text(' \nx'))],
  ['text beside a tool_use blank', withMessages(user, says([text('\n\n'), use()]), { role: 'user', content: [result()] }), blank, withMessages(user, says([text('Looking.\n'), use()]), { role: 'user', content: [result()] })],
  ['content blank', withMessages({ role: 'user', content: ' ' }), blank, withMessages({ role: 'user', content: ' x' })],
  ['content empty', withMessages({ role: 'user', content: '' }), hollow(0), withMessages(user, says(''))],
  ['content an empty list', withMessages(user, says([]), user), hollow(1), withMessages(user, says([]))],
  ['user content an empty list at the end', withMessages(user, says('x'), { role: 'user', content: [] }), hollow(2), withMessages(user, says('x'), user)],
  ['answer begun with a trailing space', withMessages(user, says('Dear ')), 'messages: final assistant content cannot end with trailing whitespace', withMessages(user, says('Dear ,'))],
  ['answer begun with a trailing line in a block', withMessages(user, says([text('Dear\n')])), 'messages: final assistant content cannot end with trailing whitespace', withMessages(user, says([text('Dear\n')]), user)],
];

describe('messagesBody', () => testRules(SHAPES));
describe('findProblems', () => testRules(TEXTS));
