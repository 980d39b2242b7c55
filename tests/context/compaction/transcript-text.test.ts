import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { transcriptText } from '../../../context/compaction/transcript-text.js';
import type { ToolOutput } from '../../../context/message/entries.js';
import { assistant, call, result, system, text, tool, user } from '../messages.js';

const PICTURE = { type: 'image' as const, image: 'https://example.com/a.png' };

describe('transcriptText', () => {
  test('D11: no messages -> an empty text', () => {
    expect(transcriptText([])).toBe('');
  });

  test('D11: user, assistant, user -> three lines', () => {
    expect(transcriptText([user('Hi'), assistant('Hello'), user('Bye')])).toBe(
      'User: Hi\nAI: Hello\nUser: Bye',
    );
  });

  test.each<[string, ModelMessage, string]>([
    ['a system message', system('Be kind.'), 'System: Be kind.'],
    ['parts', user([text('One.'), text('Two.')]), 'User: One.\nTwo.'],
    ['a picture', user([text('See:'), PICTURE]), 'User: See:\n[1 picture, not shown]'],
    ['pictures alone', user([PICTURE, PICTURE]), 'User: [2 pictures, not shown]'],
    [
      'calls with a text',
      assistant([text('Let me look.'), call('a', { input: { query: 'x' } }), call('b')]),
      'AI: Let me look.\nAI calls look_up: {"query":"x"}\nAI calls look_up: {}',
    ],
    ['calls alone', assistant([call('a')]), 'AI calls look_up: {}'],
    ['a thought', assistant([{ type: 'reasoning', text: 'Hm.' }, text('Yes.')]), 'AI: Yes.'],
    ['two results', tool(result('a', 'one'), result('b', 'two')), 'Tool look_up: one\nTool look_up: two'],
  ])('%s -> lines of text', (_name, message, lines) => {
    expect(transcriptText([message])).toBe(lines);
  });

  test.each<[ToolOutput, string]>([
    [{ type: 'text', value: 'found' }, 'found'],
    [{ type: 'error-text', value: 'no route' }, 'failed: no route'],
    [{ type: 'json', value: { rows: [1] } }, '{"rows":[1]}'],
    [{ type: 'error-json', value: { code: 7 } }, 'failed: {"code":7}'],
    [{ type: 'execution-denied' }, 'was denied'],
    [{ type: 'execution-denied', reason: 'too expensive' }, 'was denied: too expensive'],
    [
      { type: 'content', value: [text('found'), { type: 'image-url', url: 'https://example.com/a.png' }] },
      'found\n[1 picture, not shown]',
    ],
  ])('an output of %j -> its text', (output, words) => {
    expect(transcriptText([tool(result('a', output))])).toBe(`Tool look_up: ${words}`);
  });
});
