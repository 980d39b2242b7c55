import { describe, expect, test } from 'vitest';
import { unknownFields } from '../../../workflows/conversation/turn-fields.js';
import { cancelInputProblem, turnInputProblem } from '../../../workflows/conversation/check-turn.js';
import { MAX_TEXT_BYTES } from '../../../protocol/limits.js';
import type { TurnInput } from '../../../protocol/messages.js';

const REFERENCE = '0e6f1b8a-1c2d-4e3f-8a9b-0c1d2e3f4a5b';
const ROOM = MAX_TEXT_BYTES - 2;

describe('turnInputProblem', () => {
  test.each([
    ['a text', { text: 'hello' }],
    ['a text with an id', { text: 'hello', turnId: 'turn-1' }],
    ['a reference', { textRef: REFERENCE }],
    ['a reference with an id', { textRef: REFERENCE, turnId: '1' }],
    ['a text of nothing but marks', { text: '<|endoftext|>' }],
    ['half an emoji', { text: '\ud83d' }],
    [
      'data and an object that is asked for',
      { text: 'hello', data: { page: 1 }, output: { type: 'object' } },
    ],
  ])('%s -> accepted', (_name, input) => {
    expect(turnInputProblem(input)).toBeUndefined();
  });

  test.each([
    ['just under', 'a'.repeat(ROOM - 1), undefined],
    ['at', 'a'.repeat(ROOM), undefined],
    ['just over', 'a'.repeat(ROOM + 1), 65_537],
    ['quotes at', '"'.repeat(ROOM / 2), undefined],
    ['quotes over', `${'"'.repeat(ROOM / 2)}a`, 65_537],
    ['emoji at', `${'😀'.repeat(ROOM / 4 - 0.5)}aa`, undefined],
    ['emoji over', `${'😀'.repeat(ROOM / 4 - 0.5)}aaa`, 65_537],
    ['lone surrogates, six bytes each as JSON, over', '\ud83d'.repeat(ROOM / 6 + 1), 65_540],
  ])('a text of %s 64 KB as JSON -> refused only over it, naming both sizes', (_name, text, bytes) => {
    const problem = turnInputProblem({ text });
    if (bytes === undefined) expect(problem).toBeUndefined();
    else expect(problem).toContain(`has ${bytes} bytes as JSON; a Signal or Update carries at most 65536`);
  });

  test.each(
    [['', '  \n\t ', '\u0000', ' \u0000\u0000 ', '\ufeff', '\u00a0\u2003\u2028\u3000\u1680', '\r\n']].flat(),
  )('a blank text %j -> refused', (text) => {
    expect(text.replaceAll('\u0000', '').trim()).toBe('');
    expect(turnInputProblem({ text })).toBe('The message text is empty');
  });

  test.each(['\u200b', '\u0001', '.', '\u180e'])('%j, which trim keeps -> accepted', (text) => {
    expect(turnInputProblem({ text })).toBeUndefined();
  });

  test.each([
    ['nothing', undefined, 'is an object like'],
    ['null', null, 'is an object like'],
    ['a text itself', 'hello', 'is an object like'],
    ['an empty object', {}, "A turn needs a 'text'"],
    ['a list', ['hello'], "A turn needs a 'text'"],
    ['null as text', { text: null }, "A turn's text is a string, not null"],
    ['a number as text', { text: 7 }, "A turn's text is a string, not number"],
    ['data that is a list', { text: 'hello', data: [1] }, 'is not an object like'],
    [
      'data of 32 KB and more',
      { text: 'hello', data: { of: 'x'.repeat(32_768) } },
      'at most 32768 are accepted: send less',
    ],
    ['data too deep', { text: 'hello', data: { of: deep() } }, 'has more than 200 levels'],
    ['a schema too deep', { text: 'hello', output: { of: deep() } }, 'has more than 200 levels'],
    ['a schema of a list', { text: 'hello', output: { type: 'array' } }, "with type 'object'"],
    ['a retry with data', { retryOf: 'first', data: {} }, "accepts no other text, 'data' or 'output'"],
    ['a text and a reference', { text: 'hello', textRef: REFERENCE }, "a 'text' or a 'textRef', not both"],
    ['a reference that is none', { textRef: 'my-text' }, 'Text reference "my-text" is not a UUID'],
    ['a reference and more', { textRef: `${REFERENCE}\n` }, 'is not a UUID'],
    ['a number as reference', { textRef: 7 }, 'Text reference of type number is not a UUID'],
    ['an empty id', { text: 'hello', turnId: '' }, 'Turn id "" is empty'],
    ['a long id', { text: 'hello', turnId: 't'.repeat(100) }, `Turn id "${'t'.repeat(80)}" has 100 bytes`],
    ['half an emoji in an id', { text: 'hello', turnId: '\ud83d' }, 'Turn id "\\ud83d" has a lone surrogate'],
    ['null as id', { text: 'hello', turnId: null }, 'Turn id of type object is not a string'],
  ])('%s -> refused in a sentence', (_name, input, sentence) => {
    expect(turnInputProblem(input as TurnInput)).toContain(sentence);
  });

  test.each([
    ['turn id', '{"text":"a","turnId":{"toString":1,"valueOf":1}}'],
    ['text reference', '{"textRef":{"toString":1,"valueOf":1}}'],
    ['text', '{"text":{"toString":1,"valueOf":1}}'],
  ])('a %s that cannot become a string -> refused, not thrown', (_name, json) => {
    expect(turnInputProblem(JSON.parse(json) as TurnInput)).toBeTypeOf('string');
  });
});

describe('unknownFields', () => {
  test('unknown fields -> named; for values other than messages there is no warning', () => {
    expect(unknownFields({ text: 'hello', wihleRunning: 'steer', more: 1 })).toMatch(
      /^A message has no field 'wihleRunning', 'more': it has text, textRef, parts, data, output/,
    );
    expect([{ text: 'hello', turnId: '1' }, [], 'hello', undefined].map(unknownFields)).toEqual(
      Array(4).fill(undefined),
    );
  });
});

function deep(): unknown {
  return JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
}

describe('cancelInputProblem', () => {
  test.each([[undefined], [null], [{}], [{ turnId: 'one' }], [{ turnId: 'one', why: 'late' }]])(
    '%j -> accepted',
    (input) => {
      expect(cancelInputProblem(input)).toBeUndefined();
    },
  );

  test.each([
    [[], 'is nothing, or an object like {"turnId":"…"}'],
    [['one'], 'is nothing, or an object'],
    ['one', 'is nothing, or an object'],
    [7, 'is nothing, or an object'],
    [{ turn_id: 'one' }, "has no field 'turn_id': name the turn as 'turnId'"],
    [{ turnId: '' }, 'Turn id "" is empty'],
    [{ turnId: null }, 'Turn id of type object is not a string'],
  ])('%j, which names no turn -> refused, so that it cancels no other', (input, problem) => {
    expect(cancelInputProblem(input as never)).toContain(problem);
  });
});
