import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactText } from '../../../trajectory/messages/compact-text.js';
import { assistant, calling, result, summary, user } from './messages.js';

describe('compactText', () => {
  test('no messages, or the first question only -> None', () => {
    expect(compactText([])).toBe('None');
    expect(compactText([{ role: 'system', text: 's' }, user('q')])).toBe('None');
  });

  test('a conversation -> all but the first question', () => {
    expect(compactText([summary('earlier'), user('q1'), assistant('a1'), user('q1')])).toBe(
      'Summary: earlier\n\nAssistant: a1\n\nUser: q1',
    );
  });

  test('C73: a tool call and its result -> name, arguments and fenced result, no id', () => {
    const text = compactText([
      user('q'),
      { ...calling('tc-17'), text: 'Looking.' },
      result('tc-17', 'two\nlines'),
    ]);
    expect(text).toBe('Assistant: Looking.\n\nTool call: search({"q":"x"})\n\n```search\ntwo\nlines\n```');
    expect(text).not.toContain('tc-17');
  });

  test('a result that names its tool, with blanks and backticks -> a label on one line', () => {
    expect(compactText([{ ...result('x', 'r'), toolName: 'my `tool`\n' }])).toBe('```my_tool_\nr\n```');
  });

  test('any result -> its content does not close the fence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '```', '\n', 'x', '````js')).map((parts) => parts.join('')),
        (text) => {
          const [opening = '', ...rest] = compactText([result('x', text)]).split('\n');
          const fence = /^`+/.exec(opening)?.[0] ?? '';
          expect(rest.at(-1)).toBe(fence);
          expect(rest.slice(0, -1).join('\n')).toBe(text);
          expect(text).not.toContain(fence);
        },
      ),
    );
  });
});
