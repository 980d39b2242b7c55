import { describe, expect, test } from 'vitest';
import { readOutputLimit } from '../../../activities/agent/node-model.js';

describe('readOutputLimit', () => {
  test.each([
    ['a listed model', { model: 'openai:gpt-4o' }, 16_384],
    ['a listed model with a small limit', { model: 'openai:gpt-3.5-turbo' }, 4_096],
    ['one that nobody knows', { model: 'local:tiny' }, 4_096],
    ['its window told by the node', { model: 'local:tiny', extraConfig: { contextWindow: 128_000 } }, 16_384],
    ['a smaller window', { model: 'local:tiny', extraConfig: { contextWindow: 2_000 } }, 500],
    ['an answer as long as the node says', { model: 'local:tiny', maxOutputTokens: 9_000 }, 9_000],
    ['a short one', { model: 'local:tiny', maxOutputTokens: 100 }, 100],
  ])('%s -> %o may answer with %d tokens', (_case, config, limit) => {
    expect(readOutputLimit(config)).toBe(limit);
  });
});
