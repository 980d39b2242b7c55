import { afterEach, describe, expect, test } from 'vitest';
import {
  handOver,
  learnFacts,
  learnRatio,
  replaceLearned,
  type LearnedFact,
} from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { forgetFacts, reportFacts } from '../../../models/reported-facts.js';

afterEach(async () => {
  await handOver(() => Promise.resolve());
  replaceLearned([]);
  forgetFacts('config');
});

describe('learnFacts', () => {
  test('a fact that contradicts our table -> the next look-up returns it, with its source', () => {
    learnFacts('openai:GPT-4o', { tools: false });
    expect(lookUpModel('openai:gpt-4o')).toMatchObject({ takesTools: false, sources: { tools: 'learned' } });
    expect(lookUpModel('openai:gpt-4o-mini').sources.tools).toBe('table');
  });

  test("a smaller window of the endpoint than in our table -> the endpoint's", () => {
    reportFacts('endpoint', 'openai:gpt-oss:20b', { window: 8_192 });
    expect(lookUpModel('openai:gpt-oss:20b')).toMatchObject({
      contextWindow: 8_192,
      sources: { window: 'endpoint' },
    });
    reportFacts('endpoint', 'openai:gpt-oss:20b', { window: 1_000_000 });
    expect(lookUpModel('openai:gpt-oss:20b').sources.window).toBe('table');
    forgetFacts('endpoint');
  });

  test('a fact that the config sets -> the config wins', () => {
    reportFacts('config', 'openai:gpt-4o', { tools: true });
    learnFacts('openai:gpt-4o', { tools: false });
    expect(lookUpModel('openai:gpt-4o')).toMatchObject({ takesTools: true, sources: { tools: 'config' } });
  });
});

describe('learnRatio', () => {
  test('a rejected request counted higher than our bound -> the next plan uses its ratio, with a margin', () => {
    learnRatio('anthropic:claude-sonnet-4-5', 1.5, { isRejected: true });
    expect(lookUpModel('anthropic:claude-sonnet-4-5')).toMatchObject({
      tokenFactor: 1.53,
      sources: { tokenFactor: 'learned' },
    });
  });

  test('ten answered requests counted lower -> the bound of the table is lowered', () => {
    for (let call = 1; call <= 10; call += 1) {
      expect(lookUpModel('google:gemini-2.5-pro')).toMatchObject({
        tokenFactor: 1.3,
        sources: { tokenFactor: 'table' },
      });
      learnRatio('google:gemini-2.5-pro', 1.1, { isRejected: false });
    }
    expect(lookUpModel('google:gemini-2.5-pro').tokenFactor).toBe(1.122);
  });

  test('a factor in the config -> the config wins', () => {
    reportFacts('config', 'local:a', { tokenFactor: 1.2 });
    learnRatio('local:a', 2, { isRejected: true });
    expect(lookUpModel('local:a').tokenFactor).toBe(1.2);
  });

  test('one rejection after a hundred answered requests -> the factor follows it', () => {
    for (let call = 1; call <= 100; call += 1) learnRatio('local:a', 1, { isRejected: false });
    learnRatio('local:a', 1.6, { isRejected: true });
    expect(lookUpModel('local:a').tokenFactor).toBe(1.632);
  });

  test('usage of only what was not cached -> the bound of the table holds', () => {
    for (let call = 1; call <= 100; call += 1)
      learnRatio('anthropic:claude-sonnet-4-5', 0.12, { isRejected: false });
    expect(lookUpModel('anthropic:claude-sonnet-4-5').tokenFactor).toBe(1.35);
  });

  test.each([0, -1, 0.4, NaN, Infinity, 5])('a ratio of %d -> ignored', (ratio) => {
    learnRatio('local:odd', ratio, { isRejected: true });
    expect(lookUpModel('local:odd').tokenFactor).toBe(1);
  });

  test('stored ratios of other workers -> our unstored ones come after them', async () => {
    learnRatio('local:a', 1.4, { isRejected: false });
    replaceLearned([{ model: 'local:a', fact: 'tokenRatios', value: [1.1, 1.6] }]);
    expect(lookUpModel('local:a').tokenFactor).toBe(1.632);
    expect(await handedOver()).toEqual([{ model: 'local:a', fact: 'tokenRatios', value: [1.4] }]);
  });
});

describe('handOver', () => {
  test('ratios that could not be stored -> handed over again before newer ones', async () => {
    learnRatio('local:a', 1.1, { isRejected: false });
    await expect(
      handOver(() => {
        learnRatio('local:a', 1.2, { isRejected: false });
        return Promise.reject(new Error('away'));
      }),
    ).rejects.toThrow('away');
    expect(await handedOver()).toEqual([{ model: 'local:a', fact: 'tokenRatios', value: [1.1, 1.2] }]);
  });

  test('the store fails -> the facts are kept for the next time, with the newest values', async () => {
    learnFacts('local:a', { tools: true });
    await expect(handOver(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    learnFacts('local:a', { tools: false, images: false });
    expect(await handedOver()).toEqual([
      { model: 'local:a', fact: 'tools', value: false },
      { model: 'local:a', fact: 'images', value: false },
    ]);
    expect(await handedOver()).toEqual([]);
  });

  test('a fact changes while it is stored -> the newer value is handed over next', async () => {
    learnFacts('local:a', { tools: true });
    await handOver(() => Promise.resolve(learnFacts('local:a', { tools: false })));
    expect(await handedOver()).toEqual([{ model: 'local:a', fact: 'tools', value: false }]);
  });
});

describe('replaceLearned', () => {
  test('stored facts, one with an unknown name and one with another form -> the valid ones and our unstored ones', () => {
    learnFacts('local:a', { images: false });
    learnFacts('local:gone', { tools: false });
    replaceLearned([
      { model: 'local:a', fact: 'tools', value: false },
      { model: 'local:a', fact: 'window', value: 'large' },
      { model: 'local:a', fact: 'mood', value: 1 },
    ]);
    expect(lookUpModel('local:a')).toMatchObject({
      takesTools: false,
      takesPictures: false,
      sources: { window: 'assumed' },
    });
    expect(lookUpModel('local:gone').takesTools).toBe(false);
  });
});

async function handedOver(): Promise<readonly LearnedFact[]> {
  const stored: LearnedFact[] = [];
  await handOver((facts) => Promise.resolve(void stored.push(...facts)));
  return stored;
}
