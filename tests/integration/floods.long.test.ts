import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import {
  ERROR_BYTES,
  startErrorServer,
  type ErrorServer,
} from '../../packages/lab/bench/flood/error-server.js';
import { FLOODS, floodSystem, QUEUED_ITEMS, TENANT_LIMITS } from '../../packages/lab/bench/flood/floods.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const WAIT = { timeout: 60_000 };

let errors: ErrorServer;
let system: TestSystem;
beforeAll(async () => {
  errors = await startErrorServer();
  system = await startTestSystem(inject('environment'), {
    ...floodSystem(errors),
    userLimits: TENANT_LIMITS,
  });
});
afterAll(async () => {
  await system?.stop();
  await errors?.close();
});

const ENDS: Readonly<Record<string, RegExp | undefined>> = {
  'code that takes its whole second': /more than 1000 ms/,
  [`${QUEUED_ITEMS} items that each take their whole second`]: undefined,
  'filters with slow patterns': /second|1000 ms/,
  'tools that never settle': undefined,
  'promises rejected and not awaited': /^done$/,
  'results 3,000 levels deep': /^done$/,
  'turns with a tool that is not registered': /no_longer_registered/,
  'models that never stop talking': /sent more than \d+ characters in one answer/,
  'models that call 10,000 tools in one message': /more than 64 tools in one message/,
  'errors of 300 MB': /more than 65536 bytes/,
  'turns over the limit of their user': undefined,
};

describe('a flood of the bench', () => {
  test('every message -> its end is reported here', () => {
    expect(FLOODS.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(ENDS).toSorted());
  });

  test.each(Object.entries(ENDS).flatMap(([kind, end]) => (end === undefined ? [] : [[kind, end] as const])))(
    '%s -> ends with %s',
    async (kind, end) => {
      const rejections = catchRejections();
      expect(await endOf(begin(kind).once)).toMatch(end);
      expect(rejections.stop()).toBe(kind.startsWith('promises rejected') ? 1 : 0);
      expect(errors.sentBytes).toBeLessThan(ERROR_BYTES / 2);
    },
  );

  test('items in a queue -> up to its limit, of which the first runs its second', async () => {
    const { once, user } = begin(`${QUEUED_ITEMS} items`);
    const ended = endOf(once);
    const first = await vi.waitFor(
      () =>
        system.db
          .selectFrom('node_output')
          .innerJoin('execution', 'execution.id', 'node_output.execution_id')
          .select(['execution.workflow_id as executionId', 'node_output.error_message as message'])
          .where('execution.user_id', '=', user)
          .where('node_output.node_id', '=', 'spin')
          .where('node_output.status', '=', 'failed')
          .executeTakeFirstOrThrow(),
      WAIT,
    );
    expect(first.message).toContain('1000 ms');
    const details = await system.client.executions.details(first.executionId);
    expect(JSON.stringify(details)).toContain(`"total":${QUEUED_ITEMS}`);
    await system.client.executions.cancel(first.executionId);
    expect(await ended).toMatch(/cancel/);
  });

  test.each(['tools that never settle', 'turns over the limit'])(
    '%s -> up to the limit of a user stay, the next is refused',
    async (kind) => {
      const { once, user, again } = begin(kind);
      const ends = [endOf(once), endOf(again)];
      await vi.waitFor(
        async () => expect(await system.client.executions.list({ user, status: 'running' })).toHaveLength(2),
        WAIT,
      );
      await expect(again()).rejects.toMatchObject({ type: 'User.LimitReached' });
      for (const { executionId } of await system.client.executions.list({ user, status: 'running' }))
        await system.client.executions.cancel(executionId);
      expect(await Promise.all(ends)).toEqual([
        expect.stringMatching(/cancel/),
        expect.stringMatching(/cancel/),
      ]);
    },
  );
});

function begin(kind: string): { user: string; once: () => Promise<unknown>; again: () => Promise<unknown> } {
  const flood = FLOODS.find((one) => one.kind.startsWith(kind))!;
  const user = system.newUser('flooder');
  let lane = 1;
  return {
    user,
    once: () => flood.once(system, { user, lane }),
    again: () => flood.once(system, { user, lane: (lane += 1) }),
  };
}

async function endOf(once: () => Promise<unknown>): Promise<string> {
  try {
    const answer = await once();
    return typeof answer === 'object' && answer !== null && 'text' in answer ? String(answer.text) : 'ended';
  } catch (error) {
    return String(error);
  }
}

function catchRejections(): { stop: () => number } {
  const others = process.listeners('unhandledRejection');
  let count = 0;
  const own = (): void => void (count += 1);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', own);
  return {
    stop() {
      process.off('unhandledRejection', own);
      for (const one of others) process.on('unhandledRejection', one);
      return count;
    },
  };
}
