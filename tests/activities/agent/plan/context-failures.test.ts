import { describe, expect, test } from 'vitest';
import { cannotFitFailure } from '../../../../activities/agent/plan/context-failures.js';
import type { ContextManifest } from '../../../../context/manifest/manifest.js';

describe('cannotFitFailure', () => {
  test.each([
    ['a system prompt larger than the window', 6_005, 0, 'Shorten the system prompt, or use'],
    ['a prompt and tools that leave nothing', 500, 450, 'give the agent fewer tools, or use'],
    ['a message that is too long', 100, 50, 'Start a new conversation, send less, or use'],
  ])('%s -> a remedy for that', (_what, systemTokens, toolTokens, remedy) => {
    const [window, reserve] = [1_000, 100];
    const budget = window - reserve - systemTokens - toolTokens;
    const manifest = { window, reserve, systemTokens, toolTokens, budget } as ContextManifest;
    expect(cannotFitFailure('It does not fit', manifest)).toMatchObject({
      type: 'Context.CannotFit',
      message: expect.stringContaining(`${remedy} a model with a larger window`),
    });
  });
});
