import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { toUnits } from '../../../context/plan/units.js';
import { assistant, call, result, step, toEntries, tool, user } from '../messages.js';

describe('toUnits', () => {
  test.each<[string, ModelMessage[], number[]]>([
    ['no messages', [], []],
    ['messages without calls', [user('a'), assistant('b'), user('c')], [1, 1, 1]],
    ['a step', [user('a'), ...step('b'), assistant('c')], [1, 2, 1]],
    [
      'calls at once, answered in messages of their own',
      [user('a'), assistant([call('b'), call('c')]), tool(result('b')), tool(result('c')), ...step('d')],
      [1, 3, 2],
    ],
  ])('%s -> messages grouped into units', (_name, messages, sizes) => {
    const entries = toEntries(messages);
    const units = toUnits(entries);
    expect(units.map((unit) => unit.entries.length)).toEqual(sizes);
    expect(units.flatMap((unit) => unit.entries)).toEqual(entries);
    for (const { entries: own, tokens, isUser } of units) {
      expect(tokens).toBe(own.reduce((sum, entry) => sum + entry.tokens, 0));
      expect(isUser).toBe(own[0]?.message.role === 'user');
    }
  });
});
