import { afterEach, describe, expect, test } from 'vitest';
import {
  findLimit,
  learnFromRejection,
  learnFromAnswer,
} from '../../../../activities/agent/call/learn-count.js';
import { readOverflow } from '../../../../models/failures/read-overflow.js';
import type { ContextManifest } from '../../../../context/manifest/manifest.js';
import { handOver, replaceLearned } from '../../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../../models/facts/model-table.js';
import { toModelUsage } from '../../../../models/stream/collect-parts.js';
import { MANIFEST } from '../../../context/explain/fixtures.js';

const MODEL = 'local:counted';
const PLANNED: ContextManifest = {
  ...MANIFEST,
  window: 32_000,
  systemTokens: 1_000,
  toolTokens: 500,
  tokens: 8_500,
  tokenFactor: 1,
  pictures: [],
  attachments: [],
};

afterEach(async () => {
  await handOver(async () => undefined);
  replaceLearned([]);
});

describe('learnFromAnswer', () => {
  test('the provider counts half as much again -> the factor with a margin of 2 %', () => {
    learn({ total: 15_000 });
    expect(lookUpModel(MODEL)).toMatchObject({ tokenFactor: 1.53, sources: { tokenFactor: 'learned' } });
  });

  test('the plan had a factor -> the ratio is one to our plain count', () => {
    learn({ total: 12_000 }, { ...PLANNED, tokenFactor: 1.25 });
    expect(lookUpModel(MODEL).tokenFactor).toBe(1.53);
  });

  test.each([
    ['0', { total: 0 }],
    ['negative', { total: -5 }],
    ['1e12', { total: 1e12 }],
    ['not a number', { total: NaN }],
    ['missing', { total: undefined }],
    ['50,000 for a request of 10,000', { total: 50_000 }],
  ])('an absurd count, %s -> ignored', (_case, counts) => {
    learn(counts);
    expect(lookUpModel(MODEL)).toMatchObject({ tokenFactor: 1, sources: { tokenFactor: 'assumed' } });
  });

  test('counts that are far too low for a hundred calls -> never below our own count', () => {
    for (let call = 0; call < 100; call += 1) learn({ total: 1_500 });
    expect(lookUpModel(MODEL).tokenFactor).toBe(1);
  });

  test.each([
    ['a small request', { ...PLANNED, tokens: 1_000 }, []],
    ['a request with pictures', { ...PLANNED, pictures: [{}] as unknown as ContextManifest['pictures'] }, []],
    ["an answer with calls of the provider's own tools", PLANNED, [{ providerExecuted: true }]],
  ])('%s -> nothing is learned', (_case, manifest, calls) => {
    learn({ total: 15_000 }, manifest as ContextManifest, calls);
    expect(lookUpModel(MODEL).tokenFactor).toBe(1);
  });
});

describe('learnFromRejection', () => {
  test('figures of an assumed window -> the factor and the window', () => {
    reject('prompt is too long: 15000 tokens > 12000 maximum');
    expect(lookUpModel(MODEL)).toMatchObject({ tokenFactor: 1.53, contextWindow: 12_000 });
  });

  test('a listed model with a smaller window than our table has -> the window of the rejection', () => {
    const reason = 'request (12540 tokens) exceeds the available context size (8192 tokens)';
    learnFromRejection({ executionId: 1, model: 'openai:gpt-oss:20b', manifest: PLANNED }, reason);
    expect(lookUpModel('openai:gpt-oss:20b')).toMatchObject({
      contextWindow: 8_192,
      sources: { window: 'learned' },
    });
  });

  test('no figures, then an accepted request that uses little of the window -> the window is the midpoint', () => {
    reject('Input is too long for requested model.', { ...PLANNED, window: 128_000, reserve: 9_000 });
    expect(lookUpModel(MODEL).contextWindow).toBe(128_000);
    learn({ total: undefined }, { ...PLANNED, window: 128_000, reserve: 9_000, tokens: 4_500 });
    expect(lookUpModel(MODEL)).toMatchObject({ contextWindow: 10_667, tokenFactor: 1 });
  });

  test('no figures, then an accepted request that uses most of the window -> the window stays, with the factor that fills it', () => {
    const manifest = { ...PLANNED, window: 12_500, reserve: 2_500 };
    reject('Input is too long for requested model.', manifest);
    learn({ total: undefined }, { ...manifest, tokens: 6_500 });
    expect(lookUpModel(MODEL)).toMatchObject({ contextWindow: 128_000, tokenFactor: 1.134 });
  });

  test('no figures, and only a tiny request is accepted -> no window under 2,048', () => {
    const small = { ...PLANNED, systemTokens: 0, toolTokens: 0, window: 128_000, reserve: 9_000 };
    reject('Input is too long for requested model.', { ...small, tokens: 900 });
    learn({ total: undefined }, { ...small, tokens: 10 });
    expect(lookUpModel(MODEL).contextWindow).toBe(2_048);
  });

  test('no figures, then a larger request is accepted -> nothing is learned', () => {
    reject('Input is too long for requested model.', { ...PLANNED, tokens: 4_000 });
    learn({ total: undefined });
    expect(lookUpModel(MODEL)).toMatchObject({ contextWindow: 128_000, tokenFactor: 1 });
  });

  test('no figures, and nothing is accepted, or only in another turn -> nothing is learned', () => {
    reject('Input is too long for requested model.');
    learnFromAnswer({ executionId: 2, model: MODEL, manifest: PLANNED }, answerOf({ total: undefined }));
    expect(lookUpModel(MODEL)).toMatchObject({ contextWindow: 128_000, tokenFactor: 1 });
  });

  test('a window of 4,000, an eighth of it used, rejected because of the room for its answer -> learns the factor, too', () => {
    const reason =
      'maximum context length is 4000 tokens. You requested 650 in the messages, 3500 in the completion';
    reject(reason, { ...PLANNED, window: 4_000, systemTokens: 0, toolTokens: 0, tokens: 500 });
    expect(lookUpModel(MODEL)).toMatchObject({ tokenFactor: 1.326, contextWindow: 4_000 });
  });

  test('a small request, rejected because of the room for its answer -> learns only the window', () => {
    reject('prompt is too long: 60 tokens > 4096 maximum', {
      ...PLANNED,
      systemTokens: 0,
      toolTokens: 0,
      tokens: 30,
    });
    expect(lookUpModel(MODEL)).toMatchObject({ tokenFactor: 1, contextWindow: 4_096 });
  });

  test.each([
    ["This model's maximum context length is 1 tokens, however you requested 15000 tokens"],
    ['prompt is too long: 3 tokens > 2000 maximum'],
    ['prompt is too long: 900000000 tokens > 2000 maximum'],
  ])('absurd figures, "%s" -> no window', (reason) => {
    reject(reason);
    expect(findLimit(PLANNED, readOverflow(reason))).toBeUndefined();
    expect(lookUpModel(MODEL).contextWindow).toBe(128_000);
  });
});

function learn(
  counts: { total: number | undefined },
  manifest = PLANNED,
  calls: readonly object[] = [],
): void {
  learnFromAnswer({ executionId: 1, model: MODEL, manifest }, answerOf(counts, calls));
}

function answerOf(
  counts: { total: number | undefined },
  calls: readonly object[] = [],
): Parameters<typeof learnFromAnswer>[1] {
  const inputTokens = { ...counts, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const usage = toModelUsage({
    inputTokens,
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  });
  return { usage, toolCalls: calls as Parameters<typeof learnFromAnswer>[1]['toolCalls'] };
}

function reject(reason: string, manifest = PLANNED): void {
  learnFromRejection({ executionId: 1, model: MODEL, manifest }, reason);
}
