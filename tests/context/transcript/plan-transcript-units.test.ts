import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { listCalls, listResults } from '../../../context/message/entries.js';
import { assistant, call, result, step, system, tool, turns, user, words } from '../messages.js';
import { planOf, spoken, tokensOf, withBudget } from './plan.js';

const LOOPS: readonly ModelMessage[] = [
  user(words(10)),
  assistant([call('a'), call('b'), call('c')]),
  tool(result('a', words(20)), result('b', words(5)), result('c', words(9))),
  assistant(words(12)),
  user(words(7)),
  assistant([{ type: 'text', text: words(4) }, call('d'), call('e')]),
  tool(result('d', words(8))),
  tool(result('e', words(30))),
  assistant(words(11)),
  user(words(9)),
  ...step('f', words(14)),
  assistant([call('g'), call('h')]),
  tool(result('g', words(6)), result('h', words(3))),
];

describe('planTranscript', () => {
  test('P29: the cut between tool calls and their results -> neither half is kept alone', () => {
    const messages = [user(words(10)), ...step('a', words(60)), assistant(words(10)), user(words(5))];
    const needed = tokensOf(messages);
    expect(planOf(messages, withBudget(needed)).messages).toEqual(messages);
    expect(planOf(messages, withBudget(needed - 15)).messages).toEqual([messages[4]]);
    expect(planOf(messages, withBudget(needed - 60)).messages).toEqual([messages[4]]);
  });

  test('P29: any budget -> every call with its result, the newest step and its message there', () => {
    forEveryBudget(LOOPS, (messages) => {
      expect(unpaired(messages)).toEqual([]);
      expect(messages.slice(-2)).toEqual(LOOPS.slice(-2));
      expect(messages.filter(({ role }) => role === 'user').at(-1)).toEqual(LOOPS[9]);
    });
  });

  test('parallel calls, any budget -> all of one message kept, or none', () => {
    forEveryBudget(LOOPS, (messages) => {
      const ids = messages.flatMap((message) => listCalls(message).map(({ toolCallId }) => toolCallId));
      expect(['abcdefgh', 'defgh', 'fgh', 'gh']).toContain(ids.join(''));
    });
  });

  test('parallel calls stored a block a message -> one message with all calls, and all results', () => {
    const blocks = [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'text', text: 'Let me look.' },
      ...['a', 'b', 'c', 'd'].map((id) => ({ type: 'tool_use', id, name: 'look_up', input: {} })),
    ];
    const results = ['a', 'b', 'c', 'd'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: id }));
    const lines = [
      user('Go'),
      ...blocks.map((block) => ({ role: 'assistant', content: [block] })),
      system('Be kind.'),
      ...results.map((block) => ({ role: 'user', content: [block] })),
    ] as never;
    for (const [model, thoughts] of [
      ['claude-sonnet-4-5', ['reasoning']],
      ['gpt-4o', []],
      ['openai-responses:gpt-5', []],
      ['gemini-2.5-flash', []],
    ] as const) {
      const plan = planOf(lines, {}, { model });
      const [, answer, ...tools] = spoken(plan.messages);
      expect((answer?.content as { type: string }[]).map(({ type }) => type)).toEqual([
        ...thoughts,
        'text',
        ...['tool-call', 'tool-call', 'tool-call', 'tool-call'],
      ]);
      const found = tools.flatMap((message) => listResults(message)).map(({ output }) => output);
      expect(found).toEqual(['a', 'b', 'c', 'd'].map((value) => ({ type: 'text', value })));
      expect(plan.left.filter(({ rule }) => rule !== 'hygiene')).toEqual([]);
    }
  });

  test('parallel calls stored a block a message, any budget -> all kept with their results, or none', () => {
    const blocks = LOOPS.flatMap((message) =>
      message.role === 'assistant' && Array.isArray(message.content)
        ? message.content.map((part) => assistant([part]))
        : [message],
    );
    forEveryBudget(blocks, (messages) => {
      expect(unpaired(messages)).toEqual([]);
      const ids = messages.flatMap((message) => listCalls(message).map(({ toolCallId }) => toolCallId));
      expect(['abcdefgh', 'defgh', 'fgh', 'gh']).toContain(ids.join(''));
    });
  });

  test('any budget -> a user message follows the system messages', () => {
    const prompt = system('Be kind.');
    forEveryBudget(
      [prompt, ...LOOPS],
      (messages) => {
        expect(messages[0]).toEqual(prompt);
        expect(messages[1]?.role).toBe('user');
      },
      [prompt],
    );
  });

  test('any budget -> in order, the newest without a gap, before the turn and within it', () => {
    forEveryBudget(LOOPS, (messages) => {
      const places = messages.map((message) => LOOPS.indexOf(message));
      expect(places).toEqual([...places].sort((one, other) => one - other));
      const before = places.filter((place) => place < 9);
      const own = places.filter((place) => place > 9);
      expect(before).toEqual(range(9 - before.length, 9));
      expect(own).toEqual(range(14 - own.length, 14));
      if (before.length > 0) expect(own).toHaveLength(4);
    });
  });

  test('a step of the turn that has no room -> all older steps are dropped, too', () => {
    const messages = [user('Hi'), assistant('Hello'), user('Go'), ...step('a', words(90)), ...step('b')];
    const plan = planOf(messages, withBudget(tokensOf(messages) - 30));
    expect(plan.messages).toEqual([messages[2], ...messages.slice(5)]);
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual([
      [0, 'budget'],
      [1, 'budget'],
      [3, 'budget'],
      [4, 'budget'],
    ]);
  });

  test('a result whose call was trimmed -> dropped', () => {
    const messages = [tool(result('a', words(10))), assistant(words(5)), ...turns(1, 5), user('And now?')];
    const plan = planOf(messages);
    expect(plan.messages).toEqual(messages.slice(2));
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual([
      [0, 'hygiene'],
      [1, 'hygiene'],
    ]);
  });

  test('a call without its result at the end -> answered as interrupted, never an orphan', () => {
    const messages = [user('Go'), assistant([call('a')])];
    const plan = planOf(messages);
    expect(plan.messages.slice(0, 2)).toEqual(messages);
    expect(unpaired(plan.messages)).toEqual([]);
  });

  test('a result alone at the end -> dropped, the question stays', () => {
    const messages = [user('Go'), tool(result('a'))];
    expect(planOf(messages).messages).toEqual([messages[0]]);
  });
});

function forEveryBudget(
  messages: readonly ModelMessage[],
  check: (messages: readonly ModelMessage[]) => void,
  prompts: readonly ModelMessage[] = [],
): void {
  let plans = 0;
  for (let budget = tokensOf(spoken(messages)); budget > 70; budget -= 1) {
    const plan = planOf(messages, withBudget(budget, { system: prompts }));
    if (plan.verdict === 'cannot-fit') throw new Error(`A budget of ${budget} cannot fit`);
    expect(plan.tokens).toBeLessThanOrEqual(budget);
    check(plan.messages);
    plans += 1;
  }
  expect(plans).toBeGreaterThan(100);
}

function unpaired(messages: readonly ModelMessage[]): string[] {
  let open: string[] = [];
  const broken: string[] = [];
  for (const message of messages) {
    const results = listResults(message).map(({ toolCallId }) => toolCallId);
    broken.push(...results.filter((id) => !open.includes(id)));
    if (message.role === 'tool') open = open.filter((id) => !results.includes(id));
    else {
      broken.push(...open);
      open = listCalls(message).map(({ toolCallId }) => toolCallId);
    }
  }
  return [...broken, ...open];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
