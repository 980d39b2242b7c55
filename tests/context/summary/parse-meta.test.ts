import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMeta } from '../../../context/summary/parse-meta.js';

describe('parseMeta', () => {
  test.each([
    ['D31: both', '{"summary":"a","title":"b"}', { summary: 'a', title: 'b' }],
    ['D32: summary only', '{"summary":"a"}', { summary: 'a' }],
    ['D34: cut off', '{"summary": "abc', { summary: 'abc' }],
    ['D35: close tag', '{"summary":"a"}<<<END>>>', { summary: 'a' }],
    ['D35: close tag and white space', '{"summary":"a"}\n<<< end >>> \n', { summary: 'a' }],
    ['D35: another close tag', '{"summary":"a"}</META>', { summary: 'a' }],
    ['cut off, then a close tag', '{"summary":"abc\n<<<END>>> and "more"', { summary: 'abc' }],
    ['close tag inside a whole text', '{"summary":"x <<<END>>> y"}', { summary: 'x <<<END>>> y' }],
    ['D37: empty', '', {}],
    ['D37: white space', ' \n', {}],
    ['D38: Chinese', '{"summary":"[Topic: 数据] 中文"}', { summary: '[Topic: 数据] 中文' }],
    ['D40: array', '[{"summary":"a"}]', {}],
    ['D40: number', '42', {}],
    ['D40: null', 'null', {}],
    ['D41: summary is a number', '{"summary":3,"title":"b"}', { title: 'b' }],
    ['D41: summary is a list', '{"summary":["a"]}', {}],
    ['blank summary', '{"summary":" "}', {}],
    ['raw line break', '{"summary":"a\nb"}', { summary: 'a\nb' }],
    ['unknown escapes', '{"summary":"C:\\data \\u00e9"}', { summary: 'C:\\data é' }],
    ['cut in an escape', '{"summary":"abc\\u00', { summary: 'abc' }],
    [
      'inner quotes',
      '{"summary": "say "hi, x" now", "title": "t"}',
      { summary: 'say "hi, x" now', title: 't' },
    ],
    ['single quotes', "{'summary': 'it's ok'}", { summary: "it's ok" }],
    ['code fence', '\n```json\n{"summary":"a",}\n```', { summary: 'a' }],
    ['missing comma', '{"summary":"a"\n"title":"b"}', { summary: 'a', title: 'b' }],
    ['lone surrogate and NUL', '{"summary":"a\\ud83d\\u0000b"}', { summary: 'a\uFFFDb' }],
    ['nested summary', '{"x":{"summary":"n"},"summary":"top"}', { summary: 'top' }],
    ['title of two lines', '{"title":" a\\n b "}', { title: 'a b' }],
  ])('%s -> %j', (_name, text, expected) => {
    expect(parseMeta(text)).toEqual(expected);
  });

  test('title of 100 emoji -> 80 whole characters', () => {
    expect([...(parseMeta(`{"title":"${'😀'.repeat(100)}"}`).title ?? '')]).toHaveLength(80);
  });

  test('any object, as JSON or cut anywhere -> its summary or a beginning of it', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `a${text}b`);
    fc.assert(
      fc.property(word, fc.nat(), (summary, cut) => {
        const json = JSON.stringify({ summary, other: [1, { summary: 'no' }] });
        const whole = parseMeta(json).summary;
        expect(whole).toBe(summary.replaceAll('\u0000', ''));
        const part = parseMeta(json.slice(0, cut % json.length)).summary ?? '';
        expect(typeof part).toBe('string');
      }),
    );
  });

  test('any text -> never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      "'",
      ':',
      ',',
      '\\',
      'u',
      '[',
      ']',
      'summary',
      '<<<END>>>',
      '\n',
      '`',
      '“',
    );
    fc.assert(fc.property(fc.array(piece), (pieces) => typeof parseMeta(pieces.join('')) === 'object'));
  });
});
