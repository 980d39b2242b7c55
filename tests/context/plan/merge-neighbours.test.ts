import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { mergeNeighbours } from '../../../context/plan/merge-neighbours.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, result, step, system, text, toEntries, tool, user } from '../messages.js';

describe('mergeNeighbours', () => {
  test.each<[string, ModelMessage[], ModelMessage[]]>([
    ['two users', [user('a'), user('b')], [user('a\n\nb')]],
    ['three users', [user('a'), user('b'), user('c')], [user('a\n\nb\n\nc')]],
    ['a text and parts', [user('a'), user([text('b')])], [user([text('a'), text('b')])]],
    ['parts and a text', [user([text('a')]), user('b')], [user([text('a'), text('b')])]],
    ['two answers', [assistant('a'), assistant('b')], [assistant('a\n\nb')]],
    [
      'an answer and calls',
      [user('Go'), assistant('Look.'), ...step('a')],
      [user('Go'), assistant([text('Look.'), call('a')]), tool(result('a'))],
    ],
  ])('%s -> one message, in order', (_name, messages, merged) => {
    const entries = mergeNeighbours(toEntries(messages), countMessageTokens);
    expect(entries.map(({ message }) => message)).toEqual(merged);
    for (const { message, tokens } of entries) expect(tokens).toBe(countMessageTokens(message));
  });

  test('nothing of one role in a row -> the same entries', () => {
    const entries = toEntries([system('s'), system('t'), user('a'), assistant('b'), user('c'), ...step('d')]);
    const merged = mergeNeighbours(entries, countMessageTokens);
    merged.forEach((entry, at) => expect(entry).toBe(entries[at]));
    expect(merged).toHaveLength(entries.length);
  });

  test('tool messages in a row -> stay apart', () => {
    const messages = [assistant([call('a'), call('b')]), tool(result('a')), tool(result('b'))];
    expect(mergeNeighbours(toEntries(messages), countMessageTokens)).toHaveLength(3);
  });

  test('a long row of one role -> counted once', () => {
    const messages = Array.from({ length: 500 }, (_, at) => user(`${at}`));
    let counts = 0;
    const entries = mergeNeighbours(toEntries(messages), (message) => {
      counts += 1;
      return countMessageTokens(message);
    });
    expect(counts).toBe(1);
    expect(entries).toMatchObject([{ tokens: countMessageTokens(entries[0]?.message ?? user('')) }]);
  });

  test('merged messages -> have the place of the first, and the original messages are unchanged', () => {
    const entries = toEntries([assistant('x'), user('a'), user('b')]);
    const before = structuredClone(entries);
    expect(mergeNeighbours(entries, countMessageTokens).map(({ index }) => index)).toEqual([0, 1]);
    expect(entries).toEqual(before);
  });
});
