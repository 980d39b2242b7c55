import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import {
  anyMessage,
  assistant,
  call,
  result,
  step,
  system,
  text,
  tool,
  turns,
  user,
  words,
} from '../messages.js';
import { planOf, spoken, tokensOf, withBudget } from './plan.js';

const PICTURE = { type: 'image' as const, image: 'https://example.com/a.png' };
const MARKER = /\n\[… (\d+) tokens left out …\]\n/;

describe('planTranscript', () => {
  test.each([
    ['claude-opus-4-5', false],
    ['claude-sonnet-4-5-20250929', false],
    ['claude-opus-4-6', true],
    ['anthropic:claude-sonnet-4-6', true],
    ['us.anthropic.claude-opus-4-6-v1', true],
    ['claude-sonnet-5', true],
    ['gpt-4o', false],
  ])('a history that ends with an assistant message, for %s -> a warning: %s', (model, warns) => {
    const plan = planOf([user('Hi'), assistant('{')], {}, { model });
    expect(plan.messages).toHaveLength(2);
    expect(plan.warnings).toEqual(
      warns
        ? [
            `Model '${model}' rejects a request that ends with an assistant message: end it with a user message`,
          ]
        : [],
    );
    expect(planOf([user('Hi'), ...step('a')], {}, { model }).warnings).toEqual([]);
  });

  test('P32: one user message alone exceeds the budget -> cut inside, head, tail and how many tokens', () => {
    const message = `First of all. ${words(5_000)} Thank you.`;
    const plan = planOf([user(message)], withBudget(1_000));
    expect(plan.verdict).toBe('ready');
    const [head = '', told = '', tail = ''] = onlyText(plan).split(MARKER);
    expect(head.startsWith('First of all.')).toBe(true);
    expect(tail.endsWith('Thank you.')).toBe(true);
    const kept = countTextTokens(head) + countTextTokens(tail);
    expect(Number(told)).toBe(countTextTokens(message) - kept);
    expect(plan.tokens).toBeLessThanOrEqual(1_000);
    expect(plan.tokens).toBeGreaterThan(950);
    expect(plan.left).toEqual([
      { index: 0, rule: 'cut', tokens: countTextTokens(message) + 4 - plan.tokens },
    ]);
  });

  test('P32: exactly at the budget -> whole; one token over -> cut', () => {
    const message = user(words(500));
    expect(planOf([message], withBudget(504)).messages).toEqual([message]);
    expect(onlyText(planOf([message], withBudget(503)))).toMatch(MARKER);
  });

  test('P32: with `oversize: refuse` -> cannot fit, with the numbers, and nothing is sent', () => {
    const plan = planOf([user(words(5_000))], withBudget(1_000, { oversize: 'refuse' }));
    expect(plan).toMatchObject({ verdict: 'cannot-fit', messages: [], tokens: 0, budget: 1_000 });
    expect(plan.left).toEqual([{ index: 0, rule: 'budget', tokens: 5_004 }]);
    expect(plan.warnings).toEqual([
      'The user message has 5004 tokens, but there is room for 1000, and it may not be cut',
    ]);
  });

  test('P32: with `oversize: refuse`, a message that fits -> older ones are dropped as usual', () => {
    const messages = [...turns(3, 50), user(words(100))];
    const plan = planOf(messages, withBudget(110, { oversize: 'refuse' }));
    expect(plan).toMatchObject({ verdict: 'ready', messages: messages.slice(-1) });
  });

  test('P32: a message that has to be cut -> all older messages are dropped', () => {
    const plan = planOf([...turns(2, 3), user(words(500))], withBudget(200));
    expect(plan.messages).toHaveLength(1);
    expect(plan.left.map(({ index, rule }) => [index, rule])).toEqual([
      [0, 'budget'],
      [1, 'budget'],
      [2, 'budget'],
      [3, 'budget'],
      [4, 'cut'],
    ]);
  });

  test('P32: any budget -> the current message is sent whole or cut, or it cannot fit', () => {
    const messages = [...turns(2, 20), user(`Hear ${words(100)} me`)];
    for (let budget = 1; budget <= tokensOf(messages); budget += 1) {
      const plan = planOf(messages, withBudget(budget));
      if (plan.verdict === 'cannot-fit') {
        expect(budget).toBeLessThan(30);
        expect(plan.messages).toEqual([]);
        continue;
      }
      expect(plan.tokens).toBeLessThanOrEqual(budget);
      expect(plan.messages.at(-1)).toMatchObject({
        role: 'user',
        content: expect.stringMatching(/^H.*e$/s) as unknown,
      });
    }
  });

  test('a message of parts -> its texts are cut, the small one stays whole', () => {
    const message = user([text('In short:'), text(words(3_000)), text('Thank you.')]);
    const plan = planOf([message], withBudget(1_000));
    expect(plan.messages[0]?.content).toEqual([
      text('In short:'),
      text(expect.stringMatching(MARKER) as unknown as string),
      text('Thank you.'),
    ]);
    expect(plan.tokens).toBeLessThanOrEqual(1_000);
  });

  test('H43: pictures that do not fit -> replaced by a note with their number', () => {
    const message = user([text('What is this?'), PICTURE, PICTURE, PICTURE]);
    const plan = planOf([message], withBudget(1_000));
    expect(plan.messages).toEqual([
      user([text('What is this?'), text('[3 pictures left out: too large for the context]')]),
    ]);
    expect(plan.left).toEqual([{ index: 0, rule: 'cut', tokens: tokensOf([message]) - plan.tokens }]);
  });

  test('the system messages alone fill the window -> cannot fit, no message, not even the system ones', () => {
    const plan = planOf([system(words(2_000)), user('Hello')], { contextWindow: 1_000 });
    expect(plan).toMatchObject({ verdict: 'cannot-fit', messages: [], tokens: 0, systemTokens: 2_004 });
    expect(plan.budget).toBe(1_000 - 250 - 2_004);
    expect(plan.warnings).toEqual(['The system prompt alone is larger than the window']);
  });

  test('the tool schemas alone fill the window -> cannot fit', () => {
    const tools = [{ name: 'look_up', description: words(2_000), inputSchema: {} }];
    expect(planOf([user('Hello')], { contextWindow: 1_000, tools })).toMatchObject({
      verdict: 'cannot-fit',
      messages: [],
    });
  });

  test.each([
    ['an empty list', []],
    ['system messages only', [system('Be kind.')]],
    ['no user message', [system('Be kind.'), assistant('Hello')]],
    ['a user message that says nothing', [user(' \n')]],
    ['a user message without a content', [anyMessage('user', null)]],
    ['a user message of parts that say nothing', [user([text(''), text(' ')])]],
    ['tool messages only', [tool(result('a'))]],
  ])('%s -> cannot fit, and no request', (_situation, messages) => {
    const plan = planOf(messages);
    expect(plan).toMatchObject({ verdict: 'cannot-fit', messages: [], tokens: 0 });
    expect(plan.warnings).toEqual(['There is no user message to answer']);
    expect(plan.left.map(({ index }) => index)).toEqual(
      messages.flatMap(({ role }, at) => (role === 'system' ? [] : [at])),
    );
  });

  test('a newer message without text -> the one before it is the current one', () => {
    const messages = [...turns(2, 50), user(words(60)), user('  ')];
    expect(planOf(messages, withBudget(80)).messages).toEqual([messages[4]]);
  });

  test('a step of the turn and no room for both -> the message is cut, the step is whole', () => {
    const messages = [user(words(500)), ...step('a', words(80))];
    const plan = planOf(messages, withBudget(300));
    expect(plan.messages.slice(1)).toEqual(messages.slice(1));
    expect(plan.messages[0]?.content).toMatch(MARKER);
    expect(plan.tokens).toBeLessThanOrEqual(300);
  });

  test('a step whose calls alone are over the budget -> cannot fit, with both numbers', () => {
    const messages = [
      user(words(20)),
      assistant([call('a', { input: { query: words(400) } })]),
      tool(result('a')),
    ];
    const plan = planOf(messages, withBudget(300));
    expect(plan).toMatchObject({ verdict: 'cannot-fit', messages: [] });
    const stepTokens = tokensOf(messages.slice(1));
    expect(plan.warnings).toEqual([
      `The user message of 24 tokens and the newest step of ${stepTokens} cannot be made to fit 300 tokens`,
    ]);
  });

  test('an answer after the current message -> stays, as its newest step', () => {
    const messages = [...turns(1, 30), user(words(10)), assistant(words(20))];
    expect(planOf(messages, withBudget(50)).messages).toEqual(messages.slice(2));
  });

  test('multi-byte text that is cut -> no character is split, at any budget', () => {
    const message = user(`${'😀語'.repeat(200)}`);
    for (let budget = 30; budget < 120; budget += 1) {
      const plan = planOf([message], withBudget(budget));
      expect(onlyText(plan).isWellFormed()).toBe(true);
      expect(onlyText(plan)).not.toContain('\uFFFD');
    }
  });
});

function onlyText(plan: ReturnType<typeof planOf>): string {
  const [message] = spoken(plan.messages);
  return typeof message?.content === 'string' ? message.content : '';
}
