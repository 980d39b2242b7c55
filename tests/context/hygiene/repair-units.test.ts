import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { INTERRUPTED, repairUnits } from '../../../context/hygiene/repair-units.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, result, step, text, toEntries, tool, user } from '../messages.js';

const interrupted = (...ids: string[]): ModelMessage =>
  tool(...ids.map((id) => result(id, { type: 'error-text', value: INTERRUPTED })));
const THOUGHT = {
  type: 'reasoning' as const,
  text: 'Hm.',
  providerOptions: { anthropic: { signature: 's' } },
};

describe('repairUnits', () => {
  test('whole units -> the same entries', () => {
    const messages = [user('Go'), ...step('a'), assistant('Done'), user('More'), ...step('b')];
    const entries = toEntries(messages);
    const repaired = repair(messages, 4);
    expect(repaired.left).toEqual([]);
    expect(repaired.entries).toEqual(entries);
    repaired.entries.forEach((entry, at) => expect(entry.message).toBe(messages[at]));
  });

  test.each<[string, ModelMessage[], number, ModelMessage[]]>([
    [
      'calls of the turn, none answered',
      [user('Go'), assistant([call('a'), call('b')])],
      0,
      [user('Go'), assistant([call('a'), call('b')]), interrupted('a', 'b')],
    ],
    [
      'parallel calls of the turn, each a message, the first interrupted',
      [user('Go'), assistant([call('a')]), ...step('b')],
      0,
      [user('Go'), assistant([call('a')]), ...step('b'), interrupted('a')],
    ],
    [
      'parallel calls of an earlier turn, each a message, the first interrupted',
      [user('Go'), assistant([text('Look.'), call('a')]), ...step('b'), user('More')],
      3,
      [user('Go'), assistant([text('Look.')]), ...step('b'), user('More')],
    ],
    [
      'calls of an earlier turn, one of two answered',
      [user('Go'), assistant([text('Look.'), call('a'), call('b')]), tool(result('b')), user('More')],
      3,
      [user('Go'), assistant([text('Look.')]), user('More')],
    ],
    [
      'a thought behind calls that go',
      [user('Go'), assistant([THOUGHT, text('Look.'), call('a')]), user('More')],
      2,
      [user('Go'), assistant([text('Look.')]), user('More')],
    ],
    [
      'a result without a call beside one with',
      [user('Go'), assistant([call('a')]), tool(result('x'), result('a'))],
      0,
      [user('Go'), assistant([call('a')]), tool(result('a'))],
    ],
    [
      'a message of results without a call behind one with',
      [user('Go'), ...step('a'), tool(result('x'))],
      0,
      [user('Go'), ...step('a')],
    ],
    [
      'results in messages of their own, backwards',
      [user('Go'), assistant([call('a'), call('b')]), tool(result('b')), tool(result('a'))],
      0,
      [user('Go'), assistant([call('a'), call('b')]), tool(result('b')), tool(result('a'))],
    ],
    ['a result first of all', [tool(result('a')), user('Go')], 1, [user('Go')]],
    [
      'a text between a call and its result',
      [user('Go'), assistant([call('a')]), assistant('Hm.'), tool(result('a'))],
      0,
      [user('Go'), assistant([call('a')]), assistant('Hm.'), tool(result('a'))],
    ],
    [
      'a call that is answered only behind a question',
      [user('Go'), assistant([call('a')]), user('Hm?'), tool(result('a'))],
      0,
      [user('Go'), assistant([call('a')]), interrupted('a'), user('Hm?')],
    ],
  ])('%s -> repaired, and repairing again changes nothing', (_name, messages, turnStart, expected) => {
    const repaired = repair(messages, turnStart).entries.map(({ message }) => message);
    expect(repaired).toEqual(expected);
    const start = expected.findLastIndex(({ role }) => role === 'user');
    expect(repair(expected, start).entries.map(({ message }) => message)).toEqual(expected);
  });

  test('added results -> the place of their call, and their own count', () => {
    const { entries } = repair([user('Go'), assistant([call('a')])], 0);
    expect(entries.map(({ index }) => index)).toEqual([0, 1, 1]);
    expect(entries[2]?.tokens).toBe(countMessageTokens(interrupted('a')));
  });

  test('dropped messages -> reported with their whole cost', () => {
    const messages = [user('Go'), assistant([text('Look.'), call('a')]), tool(result('x')), user('More')];
    const { left } = repair(messages, 3);
    const [whole, rest] = [messages[1], assistant([text('Look.')])].map((message) =>
      countMessageTokens(message as ModelMessage),
    );
    expect(left.toSorted((one, other) => one.index - other.index)).toEqual([
      { index: 1, rule: 'hygiene', tokens: (whole ?? 0) - (rest ?? 0) },
      { index: 2, rule: 'hygiene', tokens: countMessageTokens(tool(result('x'))) },
    ]);
  });
});

function repair(messages: readonly ModelMessage[], turnStart: number) {
  return repairUnits({
    entries: toEntries(messages),
    turnStart,
    grammar: 'openai-chat',
    countMessage: countMessageTokens,
  });
}
