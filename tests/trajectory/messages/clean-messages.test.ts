import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArchivedMessage } from '../../../trajectory/messages/archive-message.js';
import { cleanMessages } from '../../../trajectory/messages/clean-messages.js';
import { assistant, calling, result, user } from './messages.js';

describe('cleanMessages', () => {
  test('C56: system, user, assistant -> system removed', () => {
    expect(cleanMessages([{ role: 'system', text: 'Be kind.' }, user('hi'), assistant('hello')])).toEqual([
      user('hi'),
      assistant('hello'),
    ]);
  });

  test('C58: one of two calls answered before the next question -> the calls and the answer removed', () => {
    expect(cleanMessages([calling('tc1', 'tc2'), result('tc1'), user('next')])).toEqual([user('next')]);
  });

  test('C59: answers in another order -> unchanged', () => {
    const messages = [calling('tc1', 'tc2'), result('tc2'), result('tc1')];
    expect(cleanMessages(messages)).toEqual(messages);
  });

  test('C61: ids that differ in blanks around them -> match, and are trimmed', () => {
    expect(cleanMessages([calling(' tc1 '), result('tc1\n')])).toEqual([calling('tc1'), result('tc1')]);
  });

  test('C62: text beside an orphan call -> text kept, call dropped', () => {
    const message = { ...calling('tc1'), text: 'Let me look.', at: 5 };
    expect(cleanMessages([message, user('next')])).toEqual([
      assistant('Let me look.', { at: 5 }),
      user('next'),
    ]);
  });

  test('the answer comes after another message -> both removed', () => {
    expect(cleanMessages([calling('tc1'), user('next'), result('tc1')])).toEqual([user('next')]);
  });

  test('a system message between a call and its answer -> both kept', () => {
    expect(cleanMessages([calling('tc1'), { role: 'system', text: 's' }, result('tc1')])).toEqual([
      calling('tc1'),
      result('tc1'),
    ]);
  });

  test('results with unknown, blank and repeated ids -> removed', () => {
    expect(
      cleanMessages([calling('tc1'), result('other'), result(' '), result('tc1'), result('tc1', 'again')]),
    ).toEqual([calling('tc1'), result('tc1')]);
  });

  test('a call with a blank id beside an answered one -> only the blank one removed', () => {
    expect(cleanMessages([calling('tc1', ' '), result('tc1')])).toEqual([calling('tc1'), result('tc1')]);
  });

  test('an assistant message without content -> removed', () => {
    expect(cleanMessages([user('hi'), assistant('  '), { role: 'assistant', toolCalls: [] }])).toEqual([
      user('hi'),
    ]);
  });

  test('any messages -> cleaning again changes nothing', () => {
    fc.assert(
      fc.property(anyMessages(), (messages) => {
        const once = cleanMessages(messages);
        expect(cleanMessages(once)).toEqual(once);
      }),
    );
  });

  test('any messages -> every call has one result right behind it, every result its call, every question is kept', () => {
    fc.assert(
      fc.property(anyMessages(), (messages) => {
        let open = new Set<string>();
        for (const message of cleanMessages(messages)) {
          if (message.role === 'tool') expect(open.delete(message.toolCallId)).toBe(true);
          else expect(open.size).toBe(0);
          if (message.role === 'assistant') open = new Set(message.toolCalls?.map(({ id }) => id));
        }
        expect(open.size).toBe(0);
        expect(questions(cleanMessages(messages))).toEqual(questions(messages));
      }),
    );
  });
});

function questions(messages: readonly ArchivedMessage[]): ArchivedMessage[] {
  return messages.filter(({ role }) => role === 'user');
}

function anyMessages(): fc.Arbitrary<ArchivedMessage[]> {
  const id = fc.constantFrom('a', ' a', 'b', 'c', '', ' ');
  const text = fc.constantFrom('', ' ', 'text');
  const message: fc.Arbitrary<ArchivedMessage> = fc.oneof(
    text.map((content) => user(content)),
    text.map((content): ArchivedMessage => ({ role: 'system', text: content })),
    fc
      .tuple(text, fc.array(id, { maxLength: 3 }))
      .map(([content, ids]) => ({ ...calling(...ids), text: content })),
    { weight: 3, arbitrary: id.map((toolCallId) => result(toolCallId)) },
  );
  return fc.array(message, { maxLength: 12 });
}
