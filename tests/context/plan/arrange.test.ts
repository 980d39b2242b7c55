import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { arrange, arrangeMessages, mergeNeighbours } from '../../../context/plan/arrange.js';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import { addedRules, type TemplateRules } from '../../../context/grammar/request-template.js';
import { validateForm } from '../../../context/grammar/validate-form.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { assistant, step, system, toEntries, user, call, result, text, tool } from '../messages.js';

const [ASKS, ANSWERS] = step('a') as [ModelMessage, ModelMessage];

describe('arrange', () => {
  test.each<Grammar>(['openai-chat', 'openai-responses'])(
    '%s -> system messages stay where they stood',
    (grammar) => {
      const messages = [system('1'), user('a'), system('2'), assistant('b'), user('c'), system('3')];
      expect(arranged(messages, grammar)).toEqual(messages);
    },
  );

  test.each<Grammar>(['anthropic', 'gemini'])('%s -> system messages first, in order', (grammar) => {
    const messages = [user('a'), system('1'), assistant('b'), system('2'), user('c')];
    expect(arranged(messages, grammar)).toEqual([
      system('1'),
      system('2'),
      user('a'),
      assistant('b'),
      user('c'),
    ]);
  });

  test('a system message between a call and its results -> behind them', () => {
    const messages = [user('a'), ASKS, system('1'), ANSWERS, system('2'), assistant('b')];
    expect(arranged(messages, 'openai-chat')).toEqual([
      user('a'),
      ASKS,
      ANSWERS,
      system('1'),
      system('2'),
      assistant('b'),
    ]);
  });

  test('the neighbors of a system message are dropped -> it keeps its place among the rest', () => {
    const messages = [user('a'), assistant('b'), system('1'), user('c')];
    const entries = toEntries(messages);
    expect(
      messagesOf({ system: entries.slice(2, 3), entries: entries.slice(3), grammar: 'openai-chat' }),
    ).toEqual([system('1'), user('c')]);
  });

  test('user messages separated by a system message -> merged only if system messages are moved first', () => {
    const messages = [user('a'), system('1'), user('b')];
    expect(arranged(messages, 'openai-chat')).toEqual(messages);
    expect(arranged(messages, 'anthropic')).toEqual([system('1'), user('a\n\nb')]);
  });

  test.each(GRAMMARS)(
    'a prompt before everything and a note behind it, for %s -> first and last',
    (grammar) => {
      const entries = toEntries([user('a'), ASKS, ANSWERS]);
      const note = { index: Infinity, message: user('note'), tokens: 5 };
      const prompt = { index: -1, message: system('s'), tokens: 5 };
      expect(messagesOf({ system: [prompt], entries: [...entries, note], grammar })).toEqual([
        system('s'),
        user('a'),
        ASKS,
        ANSWERS,
        user('note'),
      ]);
    },
  );
});

describe('arrangeMessages', () => {
  const CHAT = [system('s1'), user('a'), system('s2'), assistant('b'), user('c')];

  test.each<[name: string, template: TemplateRules, given: ModelMessage[], sent: ModelMessage[]]>([
    ['one system message', { systemMessages: 'first' }, CHAT, [system('s1\n\ns2'), ...CHAT.filter(isSpoken)]],
    ['no system role', { systemMessages: 'none' }, CHAT, [user('s1\n\ns2\n\na'), assistant('b'), user('c')]],
    [
      'roles alternate',
      { roles: 'alternate' },
      [user('a'), ASKS, ANSWERS, user('note')],
      [user('a'), ASKS, ANSWERS, assistant('I have read the results.'), user('note')],
    ],
    [
      'the user has the last word',
      { lastMessage: 'user' },
      [user('a'), assistant('b')],
      [user('a'), assistant('b'), user('Continue.')],
    ],
  ])('%s -> rearranged into a valid request', (_name, rules, given, sent) => {
    const form = { grammar: 'openai-chat', template: addedRules('openai-chat', rules) } as const;
    expect(validateForm(given, form)).not.toEqual([]);
    expect(arrangeMessages(given, form)).toEqual(sent);
    expect(validateForm(sent, form)).toEqual([]);
  });
});

describe('mergeNeighbours', () => {
  test.each<[string, ModelMessage[], ModelMessage[]]>([
    ['two users', [user('a'), user('b')], [user('a\n\nb')]],
    ['three users', [user('a'), user('b'), user('c')], [user('a\n\nb\n\nc')]],
    ['a text and parts', [user('a'), user([text('b')])], [user([text('a'), text('b')])]],
    [
      'texts before parts',
      [user('a'), user('b'), user([text('c')]), user('d')],
      [user([text('a\n\nb'), text('c'), text('d')])],
    ],
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

function isSpoken({ role }: ModelMessage): boolean {
  return role !== 'system';
}

function arranged(messages: readonly ModelMessage[], grammar: Grammar): ModelMessage[] {
  const entries = toEntries(messages);
  return messagesOf({
    system: entries.filter(({ message }) => message.role === 'system'),
    entries: entries.filter(({ message }) => message.role !== 'system'),
    grammar,
  });
}

function messagesOf(
  input: Omit<Parameters<typeof arrange>[0], 'countMessage' | 'liftsPictures'>,
): ModelMessage[] {
  const liftsPictures = input.grammar === 'openai-chat';
  return arrange({ ...input, liftsPictures, countMessage: countMessageTokens }).map(({ message }) => message);
}
