import { QueryNotRegisteredError, ServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { describe, expect, test } from 'vitest';
import { Call } from '../../../client/call/call.js';
import type { ClientContext } from '../../../client/client-context.js';
import { readQueues } from '../../../client/executions/read-queues.js';
import { ThreadlineError } from '../../../client/threadline-error.js';

describe('readQueues', () => {
  test.each([
    ['its Workflow is not there yet', new WorkflowNotFoundError('none', 'execution/f/1', undefined)],
    ['its Workflow cannot be asked yet', new QueryNotRegisteredError('unknown query', 3)],
  ])('it has not ended, but %s -> empty', async (_name, error) => {
    expect(await readQueues(refusing(error), { ...EXECUTION, status: 'running' })).toEqual([]);
  });

  test('a Query that times out -> Client.Unavailable', async () => {
    const cause = Object.assign(new Error(), { code: 4, details: 'Deadline exceeded', metadata: {} });
    const error = new ServiceError('Failed to query Workflow', { cause });
    const read = readQueues(refusing(error), { ...EXECUTION, status: 'running' });
    await expect(read).rejects.toBeInstanceOf(ThreadlineError);
    await expect(read).rejects.toMatchObject({ type: 'Client.Unavailable', cause: error });
  });

  test.each(['completed', 'failed', 'cancelled'] as const)(
    'a %s one -> empty, without a Query',
    async (status) => {
      expect(await readQueues(refusing(new Error('asked')), { ...EXECUTION, status })).toEqual([]);
    },
  );
});

const EXECUTION = { executionId: 'execution/f/1', flow: 'f', flowVersion: 1 };

function refusing(error: Error): Parameters<typeof readQueues>[0] {
  const query = (): Promise<never> => Promise.reject(error);
  const temporal = {
    workflow: { getHandle: () => ({ query }) },
    withDeadline: (_deadline: number, perform: () => Promise<unknown>) => perform(),
  };
  const context = { temporal, timeoutMs: 50 } as unknown as ClientContext;
  return { context, call: new Call(context) };
}
