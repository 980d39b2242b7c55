import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceLongTexts } from '../../../context/plan/replace-long-texts.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, result, text, toEntries, tool, user, words } from '../messages.js';

const MOST = 3_000;
const anyText = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc
    .record({ length: fc.integer({ min: 2_900, max: 3_500 }), unit: fc.constantFrom('a', '😀', '字') })
    .map(({ length, unit }) => unit.repeat(length).slice(0, length).toWellFormed()),
);
const anyMessage = fc.record({ isUser: fc.boolean(), said: anyText }).map(({ isUser, said }) => {
  return isUser ? user(said) : assistant(said);
});

describe('replaceLongTexts', () => {
  test('D13: a user text of 3,000 characters -> unchanged', () => {
    const messages = [user('x'.repeat(MOST)), user('And now?')];
    expect(replaced(messages)).toEqual({ messages, left: [] });
  });

  test('D13: a user text of 3,001 characters -> a placeholder with the length', () => {
    const { messages, left } = replaced([user('x'.repeat(MOST + 1)), user('And now?')]);
    expect(messages[0]!.role).toBe('user');
    expect(messages[0]!.content).toContain('3001 chars');
    expect(left).toEqual([{ index: 0, rule: 'placeholder', tokens: expect.any(Number) }]);
  });

  test('D14: an assistant text of 4,000 characters -> a placeholder, too', () => {
    const { messages } = replaced([user('Tell'), assistant(words(2_000)), user('And now?')]);
    expect(messages[1]).toEqual({ role: 'assistant', content: expect.stringContaining('3999 chars') });
  });

  test("D14: the turn's own message, however long -> kept", () => {
    const messages = [assistant('Hello'), user('x'.repeat(50_000))];
    expect(replaced(messages).messages).toEqual(messages);
  });

  test('D23: a list of text parts, of any length -> kept: it is counted later', () => {
    const messages = [
      user([text('x'.repeat(50_000))]),
      assistant([text('y'.repeat(50_000)), call('a')]),
      tool(result('a', 'z'.repeat(50_000))),
      user('And now?'),
    ];
    expect(replaced(messages)).toEqual({ messages, left: [] });
  });

  test('omitted and sent messages -> their tokens add up to the original tokens', () => {
    const entries = toEntries([user(words(3_000)), user('And now?')]);
    const { entries: kept, left } = replaceLongTexts({ ...LIMITS, entries, turnStart: 1 });
    expect(kept[0]!.tokens).toBe(countMessageTokens(kept[0]!.message));
    expect(kept[0]!.tokens + left[0]!.tokens).toBe(entries[0]!.tokens);
  });

  test('whether a text can be searched -> checked for each message', () => {
    const entries = toEntries([user('x'.repeat(4_000)), assistant('y'.repeat(4_000)), user('And now?')]);
    const { entries: kept } = replaceLongTexts({
      ...LIMITS,
      entries,
      turnStart: 2,
      isIndexed: (index) => index === 1,
    });
    expect(kept.map(({ message }) => String(message.content).includes('indexed'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('any history -> same order and roles, no long text, idempotent, the input unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (past) => {
        const messages = [...past, user('And now?')];
        const before = structuredClone(messages);
        const once = replaced(messages);
        expect(messages).toEqual(before);
        expect(once.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
        expect(once.messages.every(({ content }) => content.length <= MOST)).toBe(true);
        expect(once.messages.every(({ content }) => (content as string).isWellFormed())).toBe(true);
        expect(replaced(once.messages)).toEqual({ messages: once.messages, left: [] });
      }),
      { numRuns: 50 },
    );
  });
});

const LIMITS = { messageCharacters: MOST, isIndexed: () => false, countMessage: countMessageTokens };

function replaced(messages: readonly ModelMessage[]) {
  const { entries, left } = replaceLongTexts({
    ...LIMITS,
    entries: toEntries(messages),
    turnStart: messages.length - 1,
  });
  return { messages: entries.map(({ message }) => message), left };
}
