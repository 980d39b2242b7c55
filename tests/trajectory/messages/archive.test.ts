import { describe, expect, test } from 'vitest';
import { toArchive } from '../../../trajectory/messages/archive.js';
import { calling, user } from './messages.js';

const USAGE = { input: 100, cachedInput: 40, output: 7 };
const ORPHAN = { ...calling('tc1'), usage: USAGE };

describe('toArchive', () => {
  test('orphans -> not written, their usage counted', () => {
    expect(toArchive([user('hi'), ORPHAN])).toEqual({ messages: [user('hi')], usage: USAGE });
  });

  test('C64: cleaning off -> orphans written', () => {
    const messages = [user('hi'), ORPHAN];
    expect(toArchive(messages, { cleanArchive: false })).toEqual({ messages, usage: USAGE });
  });

  test('C65: cleaning off, with a system message -> still removed', () => {
    expect(toArchive([{ role: 'system', text: 's' }, user('hi')], { cleanArchive: false }).messages).toEqual([
      user('hi'),
    ]);
  });
});
