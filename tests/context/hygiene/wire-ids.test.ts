import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import { createWireIds, trimId, wireName } from '../../../context/hygiene/wire-ids.js';

describe('createWireIds', () => {
  test.each<[string, Grammar, unknown[], string[]]>([
    ['fine ids', 'openai-chat', ['call_1', 'a-b', 'x.y'], ['call_1', 'a-b', 'x.y']],
    ['padded', 'openai-chat', [' a '], ['a']],
    ['white space inside', 'openai-chat', ['a b'], ['a_b']],
    ['odd for Anthropic', 'anthropic', ['a.b', 'é'], ['a_b', '_']],
    ['used again', 'gemini', ['1', '1', '1'], ['1', '1_2', '1_3']],
    ['the number is taken', 'gemini', ['1', '1_2', '1', '1'], ['1', '1_2', '1_3', '1_4']],
    ['none', 'openai-chat', ['', undefined, null], ['call', 'call_2', 'call_3']],
    ['a number', 'openai-chat', [7], ['7']],
    ['an object', 'openai-chat', [{ toString: 1 }], ['call']],
    ['41 characters', 'openai-chat', ['x'.repeat(41)], ['x'.repeat(40)]],
    ['41 characters', 'openai-responses', ['x'.repeat(41)], ['x'.repeat(41)]],
    ['65 characters', 'anthropic', ['x'.repeat(65)], ['x'.repeat(64)]],
    [
      'alike in what is kept',
      'openai-chat',
      [`${'x'.repeat(40)}1`, `${'x'.repeat(40)}2`],
      ['x'.repeat(40), `${'x'.repeat(38)}_2`],
    ],
  ])('%s, for %s -> valid ids, kept where possible', (_name, grammar, ids, wire) => {
    expect(ids.map(createWireIds({ grammar }))).toEqual(wire);
  });

  test('nine characters are required -> valid ids are kept, others are hashed, the same in every request', () => {
    const template = { toolCallIds: 'nine-characters' } as const;
    const given = ['abcDEF123', 'functions.look_up:0', 'functions.look_up:0', 'call_0', '', ''];
    const wire = given.map(createWireIds({ grammar: 'openai-chat', template }));
    expect(wire[0]).toBe('abcDEF123');
    expect(wire.every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
    expect(new Set(wire).size).toBe(given.length);
    expect(given.map(createWireIds({ grammar: 'openai-chat', template }))).toEqual(wire);
  });

  test('any ids -> distinct, within the length, valid, and the same when created again', () => {
    const id = fc.oneof(
      fc.constantFrom('1', '1_2', ' 1', 'x'.repeat(70), '😀'.repeat(40), '\ud83d', ''),
      fc.string({ maxLength: 80 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...GRAMMARS), fc.array(id, { maxLength: 30 }), (grammar, ids) => {
        const wire = ids.map(createWireIds({ grammar }));
        expect(new Set(wire).size).toBe(ids.length);
        const most = grammar === 'openai-chat' ? 40 : 64;
        for (const one of wire) {
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(most);
          expect(one.isWellFormed()).toBe(true);
        }
        expect(wire.map(createWireIds({ grammar }))).toEqual(wire);
      }),
    );
  });
});

describe('trimId', () => {
  test.each([
    [' a\n', 'a'],
    [undefined, ''],
    [null, ''],
    [7, '7'],
    [{ toString: 1 }, ''],
  ])('%j -> %j', (id, trimmed) => {
    expect(trimId(id)).toBe(trimmed);
  });
});

describe('wireName', () => {
  test.each<[unknown, Grammar, string]>([
    ['look_up', 'openai-chat', 'look_up'],
    [' look up.v2 ', 'anthropic', 'look_up_v2'],
    ['2nd', 'gemini', '_2nd'],
    ['2nd', 'openai-chat', '2nd'],
    ['x'.repeat(70), 'gemini', 'x'.repeat(64)],
    ['', 'gemini', 'unknown_tool'],
    [undefined, 'openai-chat', 'unknown_tool'],
    [{ toString: 1 }, 'openai-chat', 'unknown_tool'],
  ])('%j for %s -> %s', (name, grammar, wire) => {
    expect(wireName(name, grammar)).toBe(wire);
    expect(wireName(wire, grammar)).toBe(wire);
  });
});
