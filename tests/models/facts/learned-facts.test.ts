import { afterEach, describe, expect, test } from 'vitest';
import {
  handOver,
  learnFacts,
  replaceLearned,
  type LearnedFact,
} from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { forgetFacts, tellFacts } from '../../../models/facts/told-facts.js';

afterEach(async () => {
  await handOver(() => Promise.resolve());
  forgetFacts('learned');
  forgetFacts('config');
});

describe('learnFacts', () => {
  test('a fact that our table denies -> the next look-up returns it, with its source', () => {
    learnFacts('openai:GPT-4o', { tools: false });
    expect(lookUpModel('openai:gpt-4o')).toMatchObject({ takesTools: false, sources: { tools: 'learned' } });
    expect(lookUpModel('openai:gpt-4o-mini').sources.tools).toBe('table');
  });

  test('a fact that the config sets -> the config wins', () => {
    tellFacts('config', 'openai:gpt-4o', { tools: true });
    learnFacts('openai:gpt-4o', { tools: false });
    expect(lookUpModel('openai:gpt-4o')).toMatchObject({ takesTools: true, sources: { tools: 'config' } });
  });
});

describe('handOver', () => {
  test('the store fails -> the facts are kept for the next time, with the newest values', async () => {
    learnFacts('local:a', { tools: true });
    await expect(handOver(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    learnFacts('local:a', { tools: false, pictures: false });
    expect(await handedOver()).toEqual([
      { model: 'local:a', fact: 'tools', value: false },
      { model: 'local:a', fact: 'pictures', value: false },
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
    learnFacts('local:a', { pictures: false });
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
