import { describe, expect, test } from 'vitest';
import { chooseVersion } from '../../../flow/needs/choose-version.js';

const old = { tools: ['look_up', 'files__*'], kinds: ['chat', 'agent'], models: ['a:b'] };
const next = { ...old, tools: [...old.tools, 'refund'] };
const needs = (...tools: string[]) => ({ tools, kinds: ['chat', 'agent'], models: ['a:b'] });
const newestFirst = [
  { version: 2, needs: needs('refund') },
  { version: 1, needs: needs('look_up', 'files__read_*') },
];
const missing = [{ what: 'tool', name: 'refund' }];

describe('chooseVersion', () => {
  test.each([
    [
      'a worker has all that the newest needs',
      { current: 1, workers: [old, next] },
      { version: 2, missing: [] },
    ],
    ['no worker has it', { current: 2, workers: [old] }, { version: 1, missing }],
    [
      'the newest was published first',
      { current: 0, workers: [{ tools: [], kinds: [], models: [] }] },
      undefined,
    ],
    ['no worker can run any', { current: 2, workers: [{ ...old, models: [] }] }, undefined],
    ['no worker is alive', { current: 1, workers: [] }, { version: 2, missing: [] }],
  ])('%s -> the version that answers', (_name, given, expected) => {
    const chosen = chooseVersion(newestFirst, given);
    if (expected === undefined) expect(chosen.version).toBe(2);
    else expect(chosen).toEqual(expected);
  });

  test('features that only two workers together have -> the newest version waits', () => {
    const both = [{ version: 2, needs: needs('refund', 'look_up') }, newestFirst[1]!];
    const apart = { ...next, tools: ['refund'] };
    expect(chooseVersion(both, { current: 1, workers: [old, apart] }).version).toBe(1);
  });
});
