import { describe, expect, test } from 'vitest';
import { lastToolResults } from '../../../../packages/testing/model-server/index.js';

const user = { role: 'user', content: 'Hi' };
const tool = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content });
const says = (...content: unknown[]) => ({ role: 'user', content });
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', source: {} };
const called = { role: 'assistant', content: 'Looking.' };
const AB = [
  { id: 'a', text: 'one' },
  { id: 'b', text: 'two' },
];

describe('lastToolResults', () => {
  test.each([
    [
      'openai, a run of tool messages',
      [user, tool('z', 'old'), called, tool('a', 'one'), tool('b', 'two')],
      AB,
    ],
    ['openai, content in parts', [tool('a', [text('o'), text('ne')]), tool('b', 'two')], AB],
    ['openai, a user message after it', [tool('a', 'one'), user], []],
    ['openai, an answer after it', [tool('a', 'one'), called], []],
    [
      'anthropic, blocks of the last message',
      [says(result('z', 'old')), called, says(result('a', 'one'), result('b', 'two'))],
      AB,
    ],
    ['anthropic, in two messages', [called, says(result('a', 'one')), says(result('b', 'two'))], AB],
    [
      'anthropic, content in blocks',
      [says(result('a', [text('o'), image, text('ne')]), result('b', 'two'))],
      AB,
    ],
    ['anthropic, no content', [says(result('a', undefined))], [{ id: 'a', text: '' }]],
    ['anthropic, a text after it', [says(result('a', 'one'), text('Wait'))], []],
    ['a question', [user], []],
    ['nothing', [], []],
  ])('%s -> the results at the end', (_, messages, results) => {
    expect(lastToolResults({ messages })).toEqual(results);
  });
});
