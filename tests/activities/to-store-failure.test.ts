import type { Info } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { toStoreFailure, withStoreFailures } from '../../activities/to-store-failure.js';

describe('toStoreFailure', () => {
  test.each([
    ['our own failure', ApplicationFailure.create({ type: 'Model.RateLimited' })],
    ['a cancel', new CancelledFailure('stop')],
    ['our own error', new TypeError('a bug')],
  ])('%s -> returned unchanged', (_name, error) => {
    expect(toStoreFailure(error)).toBe(error);
  });

  test.each(['thrown', undefined, null])('%j, which is not an error -> wrapped in an Error', (thrown) => {
    expect(toStoreFailure(thrown)).toEqual(new Error(String(thrown)));
  });
});

describe('withStoreFailures', () => {
  test.each([
    ['a try of a local Activity that is not its last', { isLocal: true, attempt: 4 }, { name: 'TypeError' }],
    ['its last', { isLocal: true, attempt: 5 }, { type: 'Worker.Error', nonRetryable: true }],
    ['any try of a regular one', { isLocal: false, attempt: 14 }, { name: 'TypeError' }],
  ])('an unexpected error in %s -> %j throws %j', async (_name, info, expected) => {
    await expect(run(new TypeError('a bug'), info)).rejects.toMatchObject({ message: 'a bug', ...expected });
  });

  test.each([
    Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
    ApplicationFailure.create({ type: 'Conversation.TurnActive' }),
  ])('%s in the hundredth try of a local Activity -> retried', async (error) => {
    const thrown = run(error, { isLocal: true, attempt: 100 });
    await expect(thrown).rejects.toMatchObject({ nonRetryable: false });
  });

  test('Activities -> the same names and results', async () => {
    const activities = withStoreFailures({ add: (a: number, b: number) => Promise.resolve(a + b) });
    expect(Object.keys(activities)).toEqual(['add']);
    expect(await activities.add(1, 2)).toBe(3);
  });

  test('an Activity that throws at once or later -> rejects with the converted failure', async () => {
    const activities = withStoreFailures({
      now: (): Promise<void> => {
        throw ApplicationFailure.create({ message: 'at once' });
      },
      later: () => Promise.reject(ApplicationFailure.create({ message: 'later' })),
    });
    await expect(activities.now()).rejects.toThrow('at once');
    await expect(activities.later()).rejects.toThrow('later');
  });
});

function run(error: Error, info: Partial<Info>): Promise<unknown> {
  const { work } = withStoreFailures({ work: () => Promise.reject(error) });
  return new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR', () => undefined) }).run(work);
}
