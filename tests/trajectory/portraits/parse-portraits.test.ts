import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PORTRAIT } from '../../../trajectory/portraits/default-description.js';
import { parsePortraits } from '../../../trajectory/portraits/parse-portraits.js';

const BOTH: [number, string][] = [
  [1, 'Sales by month'],
  [2, 'A query'],
];

describe('parsePortraits', () => {
  const answers: [string, string][] = [
    ['one object', '{"1": "Sales by month", "2": "A query"}'],
    [
      'in a fence, with words around it',
      'Here:\n```json\n{"1": "Sales by month", "2": "A query"}\n```\nDone.',
    ],
    ['lines of objects', '{"number": 1, "description": "Sales by month"}\n{"n": "2", "text": "A query"}'],
    ['lines of objects by number', '{"1": "Sales by month"}\n{"2": "A query"}'],
    ['a list', '[{"id": 1, "description": "Sales by month"}, {"id": 2, "description": "A query"}]'],
    ['nested', '{"descriptions": {"1": {"description": "Sales by month"}, "2": "A query"}}'],
    ['cut off', '{"1": "Sales by month", "2": "A query'],
    ['single quotes, a trailing comma', "{'1': 'Sales by month', '2': 'A query',}"],
    ['numbered lines', '1. Sales by month\n2) A query'],
    ['numbered lines in bold', '**1.** Sales by month\n- 2: A query'],
    ['line breaks and controls inside', '{"1": "Sales\\n by \\u0000\\t month", "2": " A query "}'],
  ];
  test.each(answers)('%s -> both descriptions', (_form, answer) => {
    expect([...parsePortraits(answer, 2)]).toEqual(BOTH);
  });

  test('unknown numbers, other types, blanks, a repeated number -> ignored; the first description wins', () => {
    const answer =
      '{"0": "none", "3": "unknown", "-1": "x", "1.5": "x", "__proto__": "x", "2": 7, "1": " — "}\n' +
      '{"1": "first"}\n{"1": "second"}\n{"2": null}';
    expect([...parsePortraits(answer, 2)]).toEqual([[1, 'first']]);
  });

  test.each(['', "I'm sorry, but I can't help with that.", '{}', '[]', 'null', '{"error": "overloaded"}'])(
    'nothing in it: %j -> no descriptions',
    (answer) => {
      expect(parsePortraits(answer, 3).size).toBe(0);
    },
  );

  test('a long description -> cut, never inside a character', () => {
    const [said] = parsePortraits(JSON.stringify({ 1: `a${'😀'.repeat(400)}` }), 1).values();
    expect(said!.length).toBeLessThanOrEqual(MAX_PORTRAIT);
    expect(said!.isWellFormed()).toBe(true);
    expect(said!.endsWith('😀…')).toBe(true);
  });

  test('P: any answer -> known numbers, one well-formed line each, not blank, at most 300 characters', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '{"1": "',
        '{"2"',
        '": "',
        '}',
        '{',
        '[',
        ']',
        ',',
        '\n',
        '1. ',
        '```',
        '\\u',
        '\ud83d',
        '\u0000',
      ),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 0, max: 20 }), (pieces, count) => {
        for (const [number, said] of parsePortraits(pieces.join(''), count)) {
          expect(Number.isInteger(number) && number >= 1 && number <= count).toBe(true);
          expect(said.length).toBeLessThanOrEqual(MAX_PORTRAIT);
          expect(said).toBe(said.toWellFormed().trim());
          expect(said).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          expect(said).not.toBe('');
        }
      }),
      { numRuns: 200 },
    );
  });

  test('P: descriptions in the requested format -> all of them', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9",.:{}'\\ ]{0,80}x$/);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (said) => {
        const answer = JSON.stringify(Object.fromEntries(said.map((text, index) => [index + 1, text])));
        expect([...parsePortraits(answer, said.length).values()]).toEqual(
          said.map((text) => text.replace(/\s+/g, ' ').trim()),
        );
      }),
    );
  });

  test('a very long answer of brackets -> read before the test runs out of time', () => {
    for (const hostile of ['{', '[', '{"1":', '\\"', '1. ', '\n- ', '{"a":['])
      expect(() => parsePortraits(hostile.repeat(200_000), 20)).not.toThrow();
  });
});
