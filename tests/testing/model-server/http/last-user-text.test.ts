import { describe, expect, test } from 'vitest';
import { lastUserText } from '../../../../packages/testing/model-server/http/model-request.js';

const user = (content: unknown) => ({ role: 'user', content });
const text = (value: string) => ({ type: 'text', text: value });
const result = { type: 'tool_result', tool_use_id: 'a', content: [text('found')] };

describe('lastUserText', () => {
  test.each([
    ['two questions', [user('one'), { role: 'assistant', content: 'x' }, user('two')], 'two'],
    ['two texts of a message', [user([text('one'), text('two')])], 'two'],
    ['an image after the text', [user([text('one'), { type: 'image' }])], 'one'],
    ['an image alone at the end', [user('one'), user([{ type: 'image' }])], 'one'],
    ['a tool result alone at the end', [user('one'), user([result])], 'one'],
    ['a tool result and a text', [user('one'), user([result, text('two')])], 'two'],
    ['a tool message at the end', [user('one'), { role: 'tool', content: 'found' }], 'one'],
    ['no user', [{ role: 'assistant', content: 'x' }], ''],
    ['no messages', [], ''],
  ])('%s -> the last text of a user message, or an empty text', (_, messages, expected) => {
    expect(lastUserText(messages)).toBe(expected);
  });
});
