import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { toStoreFailure, withStoreFailures } from '../../activities/to-store-failure.js';

describe('toStoreFailure', () => {
  test.each([
    ['a failure of ours', ApplicationFailure.create({ type: 'Model.RateLimited' })],
    ['a cancel', new CancelledFailure('stop')],
    ['an error of ours', new TypeError('a bug')],
    [
      'a connection that is refused',
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    ],
  ])('%s -> returned as it is', (_name, error) => {
    expect(toStoreFailure(error)).toBe(error);
  });

  test.each(['thrown', undefined, null])('%j, which is no error -> one', (thrown) => {
    expect(toStoreFailure(thrown)).toEqual(new Error(String(thrown)));
  });
});

describe('withStoreFailures', () => {
  test('Activities -> the same names and results', async () => {
    const activities = withStoreFailures({ add: (a: number, b: number) => Promise.resolve(a + b) });
    expect(Object.keys(activities)).toEqual(['add']);
    expect(await activities.add(1, 2)).toBe(3);
  });

  test('an Activity that throws at once or later -> rejects with what was made of it', async () => {
    const activities = withStoreFailures({
      now: (): Promise<void> => {
        throw new TypeError('at once');
      },
      later: () => Promise.reject(new TypeError('later')),
    });
    await expect(activities.now()).rejects.toThrow(new TypeError('at once'));
    await expect(activities.later()).rejects.toThrow(new TypeError('later'));
  });
});
