import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { planTranscript } from '../../../context/transcript/plan-transcript.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { deepFreeze } from '../generated/plan-case.js';
import { assistant, COUNTERS, step, system, turns, user, words } from '../messages.js';
import { planOf, spoken, tokensOf, withBudget } from './plan.js';
import { findCounting } from '../../../models/counting/model-counting.js';

const TOOL = { name: 'look_up', description: 'Looks something up.', inputSchema: { type: 'object' } };

describe('planTranscript', () => {
  test('P23: 3 short messages -> unchanged', () => {
    const messages = [user('Hello'), assistant('Hi, how can I help?'), user('Tell me a joke')];
    const plan = planOf(messages);
    expect(plan).toMatchObject({ verdict: 'ready', messages, left: [], warnings: [] });
    expect(plan.tokens).toBe(tokensOf(messages));
  });

  test('P25: system and 200 messages on gpt-4 -> system first, fewer messages, within the budget', () => {
    const prompt = system('You are a helpful assistant.');
    const messages = [prompt, ...turns(100, 52), user('And now?')];
    const plan = planOf(messages, {}, { model: 'gpt-4' });
    expect(plan.messages[0]).toEqual(prompt);
    expect(plan.messages.length).toBeGreaterThan(50);
    expect(plan.messages.length).toBeLessThan(messages.length);
    expect(plan.budget).toBe(6_144 - tokensOf([prompt]));
    expect(tokensOf(spoken(plan.messages))).toBe(plan.tokens);
    expect(plan.tokens).toBeLessThanOrEqual(plan.budget);
    expect(plan.budget - plan.tokens).toBeLessThan(tokensOf(turns(1, 52)));
  });

  test('P26: the same history, claude and an override of 4,000 -> whole; shorter with its system message', () => {
    const messages = [system('Be kind.'), ...turns(30, 60), user('And now?')];
    expect(planOf(messages, {}, { model: 'claude-sonnet-4' }).messages).toEqual(messages);
    const short = planOf(messages, { contextWindow: 4_000 }, { model: 'claude-sonnet-4' });
    expect(short.messages.length).toBeLessThan(messages.length);
    expect(short.messages[0]).toEqual(messages[0]);
    expect(short.messages.at(-1)).toEqual(messages.at(-1));
  });

  test('P31: two system messages -> both kept, both counted', () => {
    const prompts = [system(words(100)), system(words(50))];
    const messages = [...prompts, ...turns(10, 20), user('And now?')];
    const plan = planOf(messages, withBudget(100, { system: prompts }));
    expect(plan.messages.slice(0, 2)).toEqual(prompts);
    expect(plan).toMatchObject({ systemTokens: 158, budget: 100 });
    expect(plan.tokens).toBeLessThanOrEqual(100);
  });

  test('P34: exactly at the budget -> all kept; one token over -> the oldest dropped', () => {
    const messages = [...turns(5, 10), user(words(10))];
    const needed = tokensOf(messages);
    expect(planOf(messages, withBudget(needed))).toMatchObject({ messages, left: [], tokens: needed });
    const over = planOf(messages, withBudget(needed - 1));
    expect(over.messages).toEqual(messages.slice(2));
    expect(over.left).toEqual([
      { index: 0, rule: 'budget', tokens: 14 },
      { index: 1, rule: 'budget', tokens: 14 },
    ]);
  });

  test('P34: with system messages and tools, exactly at the budget -> all kept, one over -> not', () => {
    const prompt = system(words(40));
    const messages = [prompt, ...turns(3, 10), user(words(10))];
    const tools = [TOOL];
    const toolTokens = countTextTokens(JSON.stringify(tools));
    const needed = tokensOf(spoken(messages));
    const exact = planOf(messages, withBudget(needed + toolTokens, { system: [prompt], tools }));
    expect(exact).toMatchObject({ messages, budget: needed, toolTokens, systemTokens: 44 });
    const over = planOf(messages, withBudget(needed + toolTokens - 1, { system: [prompt], tools }));
    expect(over.messages).toEqual([prompt, ...messages.slice(3)]);
  });

  test('P35: any budget -> planning a planned list again changes nothing', () => {
    const messages = [system('Be kind.'), ...turns(6, 12), user(words(30))];
    for (let budget = 20; budget <= tokensOf(spoken(messages)); budget += 1) {
      const settings = withBudget(budget, { system: messages.slice(0, 1) });
      const { messages: once } = planOf(messages, settings);
      expect(planOf(once, settings)).toMatchObject({ messages: once, left: [] });
    }
  });

  test('P37: 5,000 short messages -> each counted at most twice, order kept', () => {
    const messages = Array.from({ length: 5_001 }, (_, at) =>
      at % 2 === 0 ? user(`m${at}`) : assistant(`m${at}`),
    );
    let counts = 0;
    const countMessage = (message: ModelMessage): number => {
      counts += 1;
      return COUNTERS.countMessage(message);
    };
    const plan = planTranscript(
      { model: 'gpt-4', messages },
      {
        findCounting: (model) => ({ ...findCounting(model), plain: { ...COUNTERS, countMessage } }),
        lookUpModel,
        settings: DEFAULT_CONTEXT_SETTINGS,
      },
    );
    expect(counts).toBeLessThanOrEqual(2 * messages.length);
    expect(plan.messages).toEqual(messages.slice(-plan.messages.length));
    expect(plan.left.map(({ index }) => index)).toEqual(
      messages.slice(0, -plan.messages.length).map((_, at) => at),
    );
  });

  test('P38: a maximum of output given as the window itself -> the default reserve, still trimmed sensibly', () => {
    const messages = [...turns(100, 52), user('And now?')];
    const plan = planOf(messages, { contextWindow: 8_192, maxOutputTokens: 8_192 });
    expect(plan).toMatchObject({ window: 8_192, reserve: 2_048, budget: 6_144 });
    expect(plan.messages.length).toBeGreaterThan(50);
    expect(plan.messages.length).toBeLessThan(messages.length);
  });

  test.each([
    ['gpt-4', {}, 6_144],
    ['gpt-4o', {}, 111_616],
    ['claude-3-5-sonnet-20241022', {}, 183_616],
    ['gpt-4', { contextWindow: 4_000 }, 3_000],
    ['gpt-4', { contextWindow: 4_000, maxOutputTokens: 2_000 }, 2_000],
  ])('%s with %j -> a budget of %i', (model, settings, budget) => {
    expect(planOf([user('Hello')], settings, { model }).budget).toBe(budget);
  });

  test('system messages and tool schemas -> not part of the budget', () => {
    const prompt = system(words(500));
    const plan = planOf([prompt, user('Hello')], { contextWindow: 10_000, tools: [TOOL] });
    const toolTokens = countTextTokens(JSON.stringify([TOOL]));
    expect(plan).toMatchObject({ systemTokens: 504, toolTokens, budget: 7_500 - 504 - toolTokens });
  });

  test("H44: the caller's list, frozen -> not mutated, and unchanged messages are the same objects", () => {
    const list = [...turns(3, 10), user('Go'), ...step('a', words(2_000)), user(words(20))];
    const before = structuredClone(list);
    const messages = deepFreeze(list);
    const plan = planOf(messages, withBudget(150));
    expect(messages).toEqual(before);
    expect(plan.left.length).toBeGreaterThan(0);
    expect(plan.messages.at(-1)).toBe(messages.at(-1));
  });

  test('one message too large in the middle -> everything before it is dropped, too; none is skipped', () => {
    const messages = [...turns(2, 10), user(words(500)), assistant('ok'), ...turns(2, 10), user('And now?')];
    const plan = planOf(messages, withBudget(300));
    expect(plan.messages).toEqual(messages.slice(6));
    expect(plan.left.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
