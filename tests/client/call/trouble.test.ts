import {
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { toThreadlineError } from '../../../client/call/to-threadline-error.js';
import { judgeTrouble } from '../../../client/call/trouble.js';
import { throwUnsent } from '../../../store/unsent.js';

const OPEN = { isOpen: true };
const CLOSED = { isOpen: false };

describe('troubleOf', () => {
  test.each([
    ['no connection to Temporal', grpc(14, 'No connection established. Last error: refused'), CLOSED],
    ['no address of Temporal', grpc(14, 'Name resolution failed for target dns:temporal'), CLOSED],
    ['a connection that broke', grpc(14, 'Connection dropped'), OPEN],
    ['no answer in time', grpc(4, 'Deadline exceeded after 0.7s,remote_addr=127.0.0.1:7233'), OPEN],
    ['no answer in time, by the server', grpc(4, 'context deadline exceeded'), OPEN],
    ['no connection in time', grpc(4, 'Deadline exceeded after 0.7s,Waiting for LB pick'), CLOSED],
    [
      'no connection in time, the second time',
      grpc(4, 'Deadline exceeded after 0.7s,previous attempts: 1,Waiting for LB pick'),
      OPEN,
    ],
    ['a call that was canceled', grpc(1, 'Cancelled on client'), OPEN],
    ['a Workflow Task that fails', grpc(9, 'Workflow Task in failed state.'), OPEN],
    ['a server that is busy', grpc(8, 'namespace rate limit exceeded'), OPEN],
    ['a broken stream', grpc(13, 'Received RST_STREAM with code 2'), OPEN],
    ['an Update without an answer', new WorkflowUpdateRPCTimeoutOrCancelledError('late'), OPEN],
    ['an Update whose run ended', updateFailure('AcceptedUpdateCompletedWorkflow'), OPEN],
    ['an Update that was sent back', updateFailure('UnprocessedUpdate'), OPEN],
    ['a conversation that is busy', updateFailure('Conversation.Busy'), CLOSED],
    [
      'a Workflow that ended in between',
      new WorkflowNotFoundError('none', 'conversation/f/u', undefined),
      CLOSED,
    ],
    ['no connection to Postgres', unsent('Connection terminated unexpectedly'), CLOSED],
    ['a connection to Postgres that broke', new Error('Connection terminated unexpectedly'), OPEN],
    ['a deadlock', postgres('40P01'), CLOSED],
  ])('%s -> retried', (_name, error, trouble) => {
    expect(judgeTrouble(error)).toEqual(trouble);
  });

  test.each([
    ['a refusal of the Workflow', updateFailure('Conversation.QueueFull')],
    ['a request that is wrong', grpc(3, 'WorkflowId is not set')],
    ['no permission', grpc(7, 'Request unauthorized.')],
    ['a table that is not there', postgres('42P01')],
    ['an error of a program', new TypeError('x is not a function')],
  ])('%s -> not retried', (_name, error) => {
    expect(judgeTrouble(error)).toBeUndefined();
  });
});

describe('toThreadlineError', () => {
  test.each([
    ['a refusal of the Workflow', updateFailure('Conversation.QueueFull'), 'Conversation.QueueFull'],
    [
      'an Update that failed without a type',
      new WorkflowUpdateFailedError('failed', undefined),
      'Client.OutcomeOpen',
    ],
    ['no permission', grpc(7, 'Request unauthorized.'), 'Client.Refused'],
    ['a table that is not there', postgres('42P01'), 'Client.Refused'],
    [
      'a folder that cannot be read',
      Object.assign(new Error('no'), { code: 'EACCES', syscall: 'open' }),
      'Client.Refused',
    ],
  ])('%s -> its type', (_name, error, type) => {
    expect(toThreadlineError(error)).toMatchObject({ name: 'ThreadlineError', type });
  });

  test('an error of a program -> unchanged', () => {
    const error = new TypeError('x is not a function');
    expect(toThreadlineError(error)).toBe(error);
  });
});

function grpc(code: number, details: string): ServiceError {
  const cause = Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: {} });
  return new ServiceError('It failed', { cause });
}

function updateFailure(type: string): WorkflowUpdateFailedError {
  return new WorkflowUpdateFailedError('Workflow Update failed', ApplicationFailure.create({ type }));
}

function postgres(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('it failed', 1, 'error'), { code });
}

function unsent(message: string): Error {
  const error = new Error(message);
  try {
    throwUnsent(error);
  } catch {
    return error;
  }
}
