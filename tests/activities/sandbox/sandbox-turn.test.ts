import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { evaluateInTurn } from '../../../activities/sandbox/sandbox-turn.js';
import { SandboxBusyError } from '../../../flow/code/pool.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

const OVER_LIMIT = new SandboxBusyError({ kind: 'over-limit', tasks: 3 });
const UNSERVED = new SandboxBusyError({ kind: 'unserved' });

describe('evaluateInTurn', () => {
  test.each([
    ["a user's seconds are all taken", OVER_LIMIT, 'User.LimitReached'],
    ['no thread becomes free', UNSERVED, 'Node.Busy'],
  ])('%s, at the 19th try -> returned for half a minute', async (_name, error, type) => {
    await expect(evaluate(error, { attempt: 19, userId: type })).rejects.toMatchObject({
      type,
      nonRetryable: false,
      nextRetryDelay: 30_000,
    });
  });

  test("all of a user's seconds are in use, at the 20th -> refused with user, limit, setting and retry time", async () => {
    await expect(evaluate(OVER_LIMIT, { attempt: 20 })).rejects.toMatchObject({
      type: 'User.LimitReached',
      nonRetryable: true,
      message: expect.stringMatching(
        /^User 'ada' has 3 seconds .*\(limits\.perUser\.sandboxSeconds\): try again in 2 s$/,
      ) as string,
      details: [{ user: 'ada', limit: 'sandboxSeconds', value: 3, retryAfterMs: 2_000 }],
    });
  });

  test('no thread becomes free, at the 20th -> refused with tries, when to try again and remedies', async () => {
    await expect(evaluate(UNSERVED, { attempt: 20 })).rejects.toMatchObject({
      type: 'Node.Busy',
      nonRetryable: true,
      message: expect.stringMatching(
        /were so 20 times: try again in 30 s, run more workers, .*limits\.perUser\.sandboxSeconds/,
      ) as string,
      details: [{ retryAfterMs: 30_000 }],
    });
  });

  test('either, in a local Activity -> moved to a regular Activity', async () => {
    for (const error of [OVER_LIMIT, UNSERVED])
      expect(await evaluate(error, { isLocal: true, attempt: 20 })).toEqual({ kind: 'regular-activity' });
  });
});

function evaluate(
  error: Error,
  { userId = 'ada', ...info }: Partial<Info> & { userId?: string },
): Promise<unknown> {
  const execution = { userId } as ExecutionFacts;
  const logger = new DefaultLogger('ERROR', () => undefined);
  return new MockActivityEnvironment(info, { logger }).run(() =>
    evaluateInTurn({ execution }, () => Promise.reject(error)),
  );
}
