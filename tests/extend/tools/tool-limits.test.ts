import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { isTemporary, TemporaryError } from '../../../extend/tools/temporary-error.js';
import { limitsProblem, pauseAfter, readRetry, type ToolLimits } from '../../../extend/tools/tool-limits.js';

describe('limitsProblem', () => {
  test.each<ToolLimits>([
    {},
    { retry: 'safe', timeoutMs: 540_000, concurrency: 1 },
    { retry: { attempts: 10, initialMs: 0, interrupted: 'safe' } },
  ])('%j -> no problem', (limits) => {
    expect(limitsProblem(limits)).toBeUndefined();
  });

  test.each<[unknown, string]>([
    [{ retry: { attempts: 0 } }, "'retry.attempts' must be from 1 to 10"],
    [{ retry: { attempts: 2, initialMs: 0.5 } }, "'retry.initialMs' must be from 0 to 60000"],
    [{ retry: 'always' }, "'retry' must be 'safe', 'never' or an object"],
    [{ timeoutMs: 540_001 }, "'timeoutMs' must be from 1 to 540000"],
    [{ concurrency: NaN }, "'concurrency' must be from 1 to 10000"],
  ])('%j -> the field and its bounds, also where the tool is defined', (limits, problem) => {
    expect(limitsProblem(limits as ToolLimits)).toContain(problem);
    expect(() =>
      defineTool({
        name: 'wrong',
        description: 'x',
        input: z.object({}),
        execute: () => 1,
        ...(limits as ToolLimits),
      }),
    ).toThrow(`Tool 'wrong': ${problem}`);
  });
});

describe('pauseAfter', () => {
  test('consecutive tries -> pauses double from the first, up to a minute', () => {
    const retry = readRetry({ retry: { attempts: 10, initialMs: 400 } });
    expect([1, 2, 3, 9].map((attempt) => pauseAfter(attempt, retry))).toEqual([400, 800, 1_600, 60_000]);
  });
});

describe('isTemporary', () => {
  test.each([
    [new TemporaryError('busy'), true],
    [Object.assign(new Error('busy'), { temporary: true }), true],
    [new Error('broken'), false],
    [{ temporary: 'yes' }, false],
    [null, false],
  ])('%o -> %s', (error, expected) => {
    expect(isTemporary(error)).toBe(expected);
  });
});
