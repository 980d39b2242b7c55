import { describe, expect, test } from 'vitest';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import { expectPair } from './expect-pair.js';
import { asMessages, assistant, call, result, tool, user } from './fixtures.js';

const named = (toolName: unknown, resultName: unknown = 'look_up') => [
  user(),
  assistant([call('a', { toolName })]),
  tool({ ...result('a'), toolName: resultName }),
];
const MOST: Readonly<Record<Grammar, number>> = {
  'openai-chat': 64,
  'openai-responses': 64,
  anthropic: 128,
  gemini: 64,
};

describe.each(GRAMMARS)('checkToolNames for %s', (grammar) => {
  test.each([
    ['an empty name', ''],
    ['a blank name', ' '],
    ['no name', undefined],
    ['a name with a slash', 'a/b'],
  ])('%s -> reported, its valid neighbor accepted', (situation, name) =>
    expectPair(
      { situation, broken: named(name), says: [[1, 'names the tool']], valid: named('a_b-1') },
      grammar,
    ),
  );
  test('the longest name, and one longer -> accepted, reported', () => {
    const name = 'a'.repeat(MOST[grammar]);
    const says = [[1, `1 to ${MOST[grammar]} letters`]] as const;
    expectPair({ situation: '', broken: named(`${name}a`), says, valid: named(name) }, grammar);
  });
});

describe('checkToolNames', () => {
  test.each<[name: string, accepts: readonly Grammar[]]>([
    ['files.read', ['gemini']],
    ['7zip', ['openai-chat', 'openai-responses', 'anthropic']],
  ])('%s -> accepted by %j alone', (name, accepts) =>
    expect(
      GRAMMARS.filter((grammar) => validateGrammar(asMessages(named(name)), grammar).length === 0),
    ).toEqual(accepts),
  );
  test('a result without a name -> reported with the name that is sent', () =>
    expect(
      GRAMMARS.filter((grammar) => validateGrammar(asMessages(named('t', '')), grammar).length > 0),
    ).toEqual(['gemini']));
});
