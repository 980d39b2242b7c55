import { describe, expect, test } from 'vitest';
import { INTERRUPTED } from '../../../context/hygiene/repair-units.js';
import { anyMessage, assistant, call, result, step, system, text, tool, user } from '../messages.js';
import { planOf } from './plan.js';

const THOUGHT = {
  type: 'reasoning' as const,
  text: 'Let me see.',
  providerOptions: { anthropic: { signature: 's' } },
};
const TOOLLESS = { tools: [] };

describe('planTranscript', () => {
  test.each([
    ['the provider that signed it', 'claude-sonnet-4', [THOUGHT], []],
    ['another provider', 'gpt-4o', [], [{ index: 3, rule: 'hygiene', tokens: 4 }]],
  ])(
    "P44: signed thinking, planned for %s -> kept in the current turn's tool loop alone, never in earlier turns",
    (_provider, model, kept, left) => {
      const messages = [
        user('Hi'),
        assistant([THOUGHT, text('One.'), text('Two.')]),
        user('Go'),
        assistant([THOUGHT, call('a')]),
        tool(result('a')),
      ];
      const plan = planOf(messages, {}, { model, tokenFactor: 1 });
      expect(plan.messages).toEqual([
        messages[0],
        assistant([text('One.'), text('Two.')]),
        messages[2],
        assistant([...kept, call('a')]),
        messages[4],
      ]);
      expect(plan.left).toEqual([{ index: 1, rule: 'hygiene', tokens: 4 }, ...left]);
    },
  );

  test('thinking without a signature in the current tool loop -> removed', () => {
    const messages = [
      user('Go'),
      assistant([{ type: 'reasoning', text: 'Hm.' }, call('a')]),
      tool(result('a')),
    ];
    const plan = planOf(messages, {}, { model: 'claude-sonnet-4' });
    expect(plan.messages[1]).toEqual(assistant([call('a')]));
  });

  test("OpenAI's item ids -> kept beside a thought of the current tool loop, removed with one of an earlier turn", () => {
    const item = (itemId: string) => ({ providerOptions: { openai: { itemId } } });
    const answer = (at: number) => [
      { type: 'reasoning' as const, text: 'Hm.', ...item(`rs_${at}`) },
      { ...text('Let me look.'), ...item(`msg_${at}`) },
      { ...call(`call_${at}`), ...item(`fc_${at}`) },
    ];
    const messages = [
      user('Hi'),
      assistant(answer(1)),
      tool(result('call_1')),
      assistant('Done.'),
      user('Go'),
      assistant(answer(2)),
      tool(result('call_2')),
    ];
    const plan = planOf(messages, {}, { model: 'openai-responses:gpt-5' });
    expect(plan.messages[1]).toEqual(assistant([text('Let me look.'), call('call_1')]));
    expect(plan.messages[5]).toEqual(messages[5]);
  });

  test('P46: an agent without tools -> inherited tool messages and tool calls are removed', () => {
    const messages = [
      user('What is the weather?'),
      assistant([text('Let me look.'), call('a')]),
      tool(result('a')),
      assistant('Sunny.'),
      user('Thanks. And tomorrow?'),
    ];
    const plan = planOf(messages, TOOLLESS);
    expect(plan.messages).toEqual([messages[0], messages[3], messages[4]]);
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual([
      [1, 'hygiene'],
      [2, 'hygiene'],
    ]);
  });

  test('P46: tools unknown, or some -> tool messages stay', () => {
    const messages = [user('Go'), ...step('a'), assistant('Done.'), user('Thanks')];
    expect(planOf(messages).messages).toEqual(messages);
    const tools = [{ name: 'other', inputSchema: { type: 'object' } }];
    expect(planOf(messages, { tools }).messages).toEqual(messages);
  });

  test('P46: an answer with a search that the provider ran -> an agent without tools sees its text', () => {
    const search = call('s', { toolName: 'web_search', providerExecuted: true });
    const messages = [user('Hi'), assistant([search, text('As I found.')]), user('More')];
    expect(planOf(messages, TOOLLESS).messages[1]).toEqual(assistant([text('As I found.')]));
  });

  test.each([
    ['a source', { type: 'source', sourceType: 'url', id: '1', url: 'https://example.com' }],
    ['thinking in a provider form', { type: 'thinking', thinking: 'Hm.', signature: 's' }],
    ['redacted thinking', { type: 'redacted_thinking', data: 'QUJD' }],
    ['an empty text', text('')],
    ['white space', text(' \n\t ')],
  ])('%s in an answer -> removed without a warning', (_name, part) => {
    const messages = [user('Hi'), anyMessage('assistant', [part, text('Yes.')]), user('More')];
    expect(planOf(messages)).toMatchObject({
      messages: [messages[0], assistant([text('Yes.')]), messages[2]],
      warnings: [],
    });
  });

  test.each([
    ['a provider search', { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }],
    ['its result', { type: 'web_search_tool_result', tool_use_id: 's', content: [] }],
  ])('%s in an answer -> removed, with a warning', (_name, part) => {
    const messages = [user('Hi'), anyMessage('assistant', [part, text('Yes.')]), user('More')];
    expect(planOf(messages)).toMatchObject({
      messages: [messages[0], assistant([text('Yes.')]), messages[2]],
      warnings: [`Message 1 has a '${part.type}', which the provider ran itself: it is omitted`],
    });
  });

  test('citations of a text -> removed, the text stays', () => {
    const cited = { ...text('As they say.'), citations: [{ url: 'https://example.com' }] };
    const messages = [user('Hi'), anyMessage('assistant', [cited]), user('More')];
    expect(planOf(messages).messages[1]).toEqual(assistant([text('As they say.')]));
  });

  test('a part of an unknown type -> omitted, with a warning that names it', () => {
    const messages = [anyMessage('user', [{ type: 'hologram', data: 'x' }, text('Look.')])];
    expect(planOf(messages)).toMatchObject({
      messages: [user([text('Look.')])],
      warnings: ["Message 0 has a part of the unknown type 'hologram', which is omitted"],
    });
  });

  test('an empty list -> its message is removed, in every role', () => {
    const messages = [
      user('Hi'),
      assistant([text(' ')]),
      anyMessage('tool', []),
      anyMessage('system', []),
      anyMessage('assistant', ''),
      user('More'),
    ];
    const plan = planOf(messages);
    expect(plan.messages).toEqual([user('Hi\n\nMore')]);
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual(
      [1, 2, 3, 4].map((index) => [index, 'hygiene']),
    );
  });

  test('two user messages in a row, after a failed turn -> merged, in order', () => {
    const messages = [user('Hi'), assistant('Hello'), user('First'), user([text('Second')]), user('Third')];
    expect(planOf(messages).messages).toEqual([
      ...messages.slice(0, 2),
      user([text('First'), text('Second'), text('Third')]),
    ]);
  });

  test('only the newest of two user messages fits -> it alone', () => {
    const messages = [user('word '.repeat(200)), user('Hello')];
    expect(planOf(messages, { contextWindow: 100, maxOutputTokens: 10, compaction: false }).messages).toEqual(
      [messages[1]],
    );
  });

  test('an interrupted call of the current turn -> an error result after the existing results', () => {
    const messages = [user('Go'), assistant([call('a'), call('b')]), tool(result('a'))];
    expect(planOf(messages).messages).toEqual([
      ...messages,
      tool(result('b', { type: 'error-text', value: INTERRUPTED })),
    ]);
  });

  test('an interrupted call of an earlier turn -> the unit is dropped, its text stays', () => {
    const messages = [
      user('Go'),
      assistant([text('Let me look.'), call('a'), call('b')]),
      tool(result('a')),
      user('Still there?'),
    ];
    const plan = planOf(messages);
    expect(plan.messages).toEqual([messages[0], assistant([text('Let me look.')]), messages[3]]);
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual([
      [1, 'hygiene'],
      [2, 'hygiene'],
    ]);
  });

  test('an interrupted call of an earlier turn without a text -> removed, its questions merged', () => {
    const messages = [user('Go'), assistant([call('a')]), user('Still there?')];
    expect(planOf(messages).messages).toEqual([user('Go\n\nStill there?')]);
  });

  test('a result after a user message -> dropped as an orphan', () => {
    const messages = [user('Go'), assistant([call('a')]), user('Well?'), tool(result('a'))];
    expect(planOf(messages).messages).toEqual([user('Go\n\nWell?')]);
  });

  test('a second result of one call -> only the first is sent', () => {
    const messages = [user('Go'), assistant([call('a')]), tool(result('a', 'one'), result('a', 'two'))];
    expect(planOf(messages).messages).toEqual([...messages.slice(0, 2), tool(result('a', 'one'))]);
  });

  test('an assistant message at the beginning -> not sent: a history begins with a user message', () => {
    const plan = planOf([assistant('How can I help?'), user('Hello')]);
    expect(plan.messages).toEqual([user('Hello')]);
    expect(plan.left).toMatchObject([{ index: 0, rule: 'hygiene' }]);
  });

  test('system messages for OpenAI -> each in its place, blank ones removed', () => {
    const messages = [
      system('One.'),
      user('Hi'),
      system(' '),
      assistant('Hello'),
      system('Two.'),
      user('Go'),
      ...step('a'),
      system('Three.'),
    ];
    const plan = planOf(messages, {}, { model: 'gpt-4o' });
    expect(plan.messages).toEqual(messages.toSpliced(2, 1));
    expect(plan.left).toMatchObject([{ index: 2, rule: 'hygiene' }]);
  });

  test('a system message between a call and its result, for OpenAI -> after the result', () => {
    const [asks, answers] = step('a');
    const messages = [user('Go'), asks, system('Note.'), answers].flatMap((message) => message ?? []);
    expect(planOf(messages).messages).toEqual([user('Go'), asks, answers, system('Note.')]);
  });

  test.each(['claude-sonnet-4', 'gemini-2.5-pro'])(
    'system messages for %s -> all first, in order',
    (model) => {
      const messages = [system('One.'), user('Hi'), assistant('Hello'), system('Two.'), user('Go')];
      expect(planOf(messages, {}, { model }).messages).toEqual([
        system('One.'),
        system('Two.'),
        ...[1, 2, 4].map((at) => messages[at]),
      ]);
    },
  );

  test('a system message of a list -> its texts', () => {
    const messages = [anyMessage('system', [text('Be kind.'), text(''), text('Be brief.')]), user('Hi')];
    expect(planOf(messages).messages[0]).toEqual(system('Be kind.\n\nBe brief.'));
  });

  test('lone surrogates and NUL in texts -> replaced and removed, reported with the tokens they cost', () => {
    const plan = planOf([user('a\u0000b \ud83d c')]);
    expect(plan.messages).toEqual([user('ab \uFFFD c')]);
  });

  test('special-token text (P14) -> plain text, sent unchanged', () => {
    const messages = [user('What does <|endoftext|> do?')];
    expect(planOf(messages)).toMatchObject({ verdict: 'ready', messages });
  });
});
