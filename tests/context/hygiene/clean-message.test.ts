import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grammar } from '../../../context/grammar/grammar.js';
import { cleanMessage } from '../../../context/hygiene/clean-message.js';
import { anyMessage, assistant, call, result, system, text, tool, user } from '../messages.js';

const MARKED = {
  type: 'reasoning' as const,
  text: 'Hm.',
  providerOptions: { anthropic: { signature: 's' } },
};
const PLAIN = { type: 'reasoning' as const, text: 'Hm.' };
const PICTURE = { type: 'image' as const, image: 'https://example.com/a.png' };

describe('cleanMessage', () => {
  test.each([
    ['a text', user('Hello')],
    ['parts', user([text('Hello'), PICTURE])],
    ['a call', assistant([text('Let me look.'), call('a', { input: { query: 'x' } })])],
    ['a result', tool(result('a'))],
    ['a system message', system('Be kind.')],
  ])('%s, nothing to clean -> the same object', (_name, message) => {
    expect(cleanMessage(message)).toBe(message);
  });

  test('arguments 5,000 levels deep -> cut off at 200, and walked without overflowing the stack', () => {
    const input: unknown = JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000));
    const json = JSON.stringify(cleanMessage(assistant([call('a', { input })])));
    expect(json).toContain(`${'{"a":'.repeat(200)}"[Too deep]"${'}'.repeat(200)}`);
  });

  test.each([
    ['an empty text', user('')],
    ['white space', assistant(' \n\t\u00a0')],
    ['no content', anyMessage('assistant', undefined)],
    ['null', anyMessage('user', null)],
    ['an object', anyMessage('user', { text: 'x' })],
    ['an empty list', assistant([])],
    ['blank parts', user([text(''), text(' ')])],
    ['thoughts alone', assistant([MARKED, PLAIN])],
    ['a tool message of a text', anyMessage('tool', 'found')],
    ['a tool message of text parts', anyMessage('tool', [text('found'), 'found'])],
    ['parts that are none', anyMessage('user', [null, 7, ' ', []])],
    ['a call in a user message', anyMessage('user', [call('a')])],
    ['a picture in an answer', anyMessage('assistant', [PICTURE])],
    ['a result in an answer', anyMessage('assistant', [result('a')])],
    ['a picture without a source', anyMessage('user', [{ type: 'image', image: '' }])],
    ['a file without data', anyMessage('user', [{ type: 'file', mediaType: 'text/plain' }])],
  ])('%s -> the message is removed', (_name, message) => {
    expect(cleanMessage(message)).toBeUndefined();
  });

  test.each([
    ['blank texts beside others', user([text(' '), text('Hello'), text('')]), user([text('Hello')])],
    ['a number', anyMessage('user', 42), user('42')],
    ['a number as a text', anyMessage('user', [{ type: 'text', text: 42 }]), user([text('42')])],
    ['a text that is no part', anyMessage('user', ['Hello', PICTURE]), user([text('Hello'), PICTURE])],
    ['NUL and a lone surrogate', user('a\u0000\ud83d'), user('a\uFFFD')],
    ['the same in a part', user([text('a\u0000\ud83d')]), user([text('a\uFFFD')])],
    [
      'a call whose input is JSON',
      assistant([call('a', { input: '{"query":"x"}' })]),
      assistant([call('a', { input: { query: 'x' } })]),
    ],
    [
      'a call whose input is not JSON',
      assistant([call('a', { input: '{"query":' })]),
      assistant([call('a', { input: {} })]),
    ],
    [
      'a call whose input is a list',
      assistant([call('a', { input: [1] })]),
      assistant([call('a', { input: {} })]),
    ],
    [
      'a call that the provider ran',
      assistant([call('a', { providerExecuted: true }), text('Found.')]),
      assistant([text('Found.')]),
    ],
    ['an output of an empty text', tool(result('a', '')), tool(result('a', '(no output)'))],
  ])('%s -> cleaned', (_name, message, clean) => {
    expect(cleanMessage(message)).toEqual(clean);
  });

  test('P44: a list of thinking and two texts -> the texts', () => {
    expect(cleanMessage(assistant([MARKED, text('One.'), text('Two.')]))).toEqual(
      assistant([text('One.'), text('Two.')]),
    );
  });

  test('thoughts to return to the model -> only those with a mark of their provider', () => {
    const message = assistant([MARKED, PLAIN, call('a')]);
    expect(cleanMessage(message, { keptThoughts: 'marked' })).toEqual(assistant([MARKED, call('a')]));
    const marked = assistant([MARKED, call('a')]);
    expect(cleanMessage(marked, { keptThoughts: 'marked' })).toBe(marked);
  });

  test.each<[situation: string, grammar: Grammar, options: SharedV3ProviderOptions, isKept: boolean]>([
    ['signed by Anthropic', 'anthropic', { anthropic: { signature: 's' } }, true],
    ['redacted by Anthropic', 'anthropic', { anthropic: { redactedData: 'QUJD' } }, true],
    ['signed by Anthropic', 'openai-responses', { anthropic: { signature: 's' } }, false],
    ['signed by Anthropic', 'openai-chat', { anthropic: { signature: 's' } }, false],
    ['an item of OpenAI', 'openai-responses', { openai: { itemId: 'rs_1' } }, true],
    ['an item of OpenAI', 'anthropic', { openai: { itemId: 'rs_1' } }, false],
    ['an item of OpenAI', 'openai-chat', { openai: { itemId: 'rs_1' } }, false],
    ['an empty mark', 'anthropic', { anthropic: {} }, false],
    ['an empty id', 'openai-responses', { openai: { itemId: '' } }, false],
    ['signed by Google', 'gemini', { google: { thoughtSignature: 's' } }, true],
  ])(
    'a thought %s, for %s -> kept only if its provider accepts it back',
    (_situation, grammar, options, isKept) => {
      const thought = { ...PLAIN, providerOptions: options };
      expect(cleanMessage(assistant([thought, call('a')]), { keptThoughts: grammar })).toEqual(
        assistant(isKept ? [thought, call('a')] : [call('a')]),
      );
    },
  );

  test.each<[grammar: Grammar, kept: readonly string[]]>([
    ['openai-chat', ['openai', 'mistral']],
    ['openai-responses', ['openai', 'mistral']],
    ['anthropic', ['anthropic', 'mistral']],
    ['gemini', ['google', 'mistral']],
  ])(
    'a call and a text with marks of all, for %s -> its own marks, and those without a grammar',
    (grammar, kept) => {
      const marks = {
        openai: { a: 1 },
        anthropic: { a: 1 },
        google: { thoughtSignature: 's' },
        mistral: { a: 1 },
      };
      const parts = [
        { ...text('Let me see.'), providerOptions: marks },
        { ...call('a'), providerOptions: marks },
      ];
      const cleaned = cleanMessage(assistant(parts), { grammar });
      const names = (cleaned?.content as typeof parts).map((part) => Object.keys(part.providerOptions));
      expect(names).toEqual([kept, kept]);
      expect(cleanMessage(cleaned!, { grammar })).toBe(cleaned);
      expect(cleanMessage(assistant(parts))).toEqual(assistant(parts));
    },
  );

  test.each([
    ['a lone surrogate', 'Hm. \udc00'],
    ['a NUL', 'Hm. \u0000'],
    ['no text', undefined],
  ])('a signed thought with %s -> removed: it is not the text that was signed', (_what, broken) => {
    const message = anyMessage('assistant', [{ ...MARKED, text: broken }, call('a')]);
    expect(cleanMessage(message, { keptThoughts: 'anthropic' })).toEqual(assistant([call('a')]));
  });

  test('only marks of other providers -> all are removed', () => {
    const marked = { ...call('a'), providerOptions: { google: { thoughtSignature: 's' } } };
    expect(cleanMessage(assistant([marked]), { grammar: 'openai-chat' })).toEqual(assistant([call('a')]));
  });

  test('only thoughts -> omitted if their provider requires what followed them', () => {
    const thought = {
      ...PLAIN,
      providerOptions: { openai: { itemId: 'rs_1' }, anthropic: { signature: 's' } },
    };
    const message = assistant([thought]);
    expect(cleanMessage(message, { keptThoughts: 'openai-responses' })).toBeUndefined();
    expect(cleanMessage(message, { keptThoughts: 'anthropic' })).toBe(message);
  });

  test.each([
    ['hologram', ['hologram']],
    ['undefined', [undefined]],
    ['thinking', []],
    ['redacted_thinking', []],
    ['source-url', []],
    ['web_search_tool_result', []],
    ['code_execution_tool_result', []],
    ['tool-approval-request', []],
  ])('a part of the type %s -> removed, and reported unless the type is known', (type, told) => {
    const types: unknown[] = [];
    const part = type === 'undefined' ? {} : { type };
    const message = anyMessage('assistant', [part, text('Yes.')]);
    const clean = cleanMessage(message, { onUnknownPart: (name) => types.push(name) });
    expect(clean).toEqual(assistant([text('Yes.')]));
    expect(types).toEqual(told.map(String));
  });

  test('a type that is not a text -> removed like any unknown type', () => {
    const types: unknown[] = [];
    const message = anyMessage('user', [{ type: { toString: 1 } }, text('Yes.')]);
    expect(cleanMessage(message, { onUnknownPart: (name) => types.push(name) })).toEqual(
      user([text('Yes.')]),
    );
    expect(types).toHaveLength(1);
  });

  test('anything as content -> no blank text, and cleaning again returns the same object', () => {
    const part = fc.oneof(
      fc.anything(),
      fc.record({ type: fc.constantFrom('text', 'image', 'reasoning', 'tool-call', 'x'), text: fc.string() }),
    );
    const content = fc.oneof(fc.string(), fc.array(part), fc.anything());
    fc.assert(
      fc.property(fc.constantFrom('user', 'assistant', 'tool', 'system'), content, (role, any) => {
        const clean = cleanMessage(anyMessage(role, any));
        if (clean === undefined) return;
        expect(cleanMessage(clean)).toBe(clean);
        const texts = typeof clean.content === 'string' ? [text(clean.content)] : clean.content;
        for (const one of texts)
          if (one.type === 'text') expect(one.text.trim() === '' || !one.text.isWellFormed()).toBe(false);
      }),
    );
  });
});
