import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  RetryState,
  TerminatedFailure,
  TimeoutFailure,
  TimeoutType,
} from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { failureFacts } from '../../workflows/read-failure-facts.js';

const REFUSED = ApplicationFailure.create({ type: 'Model.InvalidRequest', message: 'No such model' });

describe('failureFacts', () => {
  test.each([
    ['a failure', REFUSED],
    ['an Activity that failed with it', ofActivity(REFUSED)],
    ['a child Workflow whose Activity failed with it', ofChild(ofActivity(REFUSED))],
  ])('%s -> its type and reason', (_name, error) => {
    expect(failureFacts(error)).toEqual({
      isCancelled: false,
      type: 'Model.InvalidRequest',
      message: 'No such model',
    });
  });

  test.each([
    ['a cancel', new CancelledFailure('stop')],
    ['a cancelled Activity', ofActivity(new CancelledFailure('stop'))],
    ['a cancelled child Workflow', ofChild(new CancelledFailure('stop'))],
  ])('%s -> cancelled', (_name, error) => {
    expect(failureFacts(error)).toEqual({ isCancelled: true, type: 'Cancelled', message: 'Cancelled' });
  });

  test.each([
    [
      'a terminated child',
      ofChild(new TerminatedFailure('gone')),
      'Terminated',
      'The execution was terminated',
    ],
    [
      'an Activity without Heartbeats',
      ofActivity(new TimeoutFailure('slow', undefined, TimeoutType.HEARTBEAT)),
      'TimedOut',
      'Timed out: HEARTBEAT',
    ],
    ['our own error', new Error('a bug'), 'Unknown', 'a bug'],
    ['a failure without a type', ApplicationFailure.create({ message: 'odd' }), 'Unknown', 'odd'],
    ['an Activity without a cause', ofActivity(undefined), 'Unknown', 'Activity task failed'],
    ['a text', 'thrown', 'Unknown', 'thrown'],
    ['nothing', undefined, 'Unknown', 'undefined'],
  ])('%s -> %s', (_name, error, type, message) => {
    expect(failureFacts(error)).toEqual({ isCancelled: false, type, message });
  });

  test.each([
    ['500 characters', 'x'.repeat(500), 'x'.repeat(500)],
    ['501 characters', 'x'.repeat(501), `${'x'.repeat(499)}…`],
    ['a pair at the cut', `${'x'.repeat(498)}😀${'y'.repeat(10)}`, `${'x'.repeat(498)}\uFFFD…`],
  ])('%s -> at most 500, well-formed', (_name, message, expected) => {
    const facts = failureFacts(new Error(message));
    expect(facts.message).toBe(expected);
    expect(facts.message.length).toBeLessThanOrEqual(500);
    expect(facts.message.isWellFormed()).toBe(true);
  });
});

function ofActivity(cause: Error | undefined): ActivityFailure {
  return new ActivityFailure('Activity task failed', 'callModel', '1', RetryState.TIMEOUT, 'worker', cause);
}

function ofChild(cause: Error): ChildWorkflowFailure {
  const execution = { workflowId: 'conversation/a/b/turn/1', runId: 'run' };
  return new ChildWorkflowFailure('default', execution, 'execution', RetryState.TIMEOUT, cause);
}
