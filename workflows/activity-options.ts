import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/* A failure that can never pass ends at once, by its type; an unforeseen one after five tries. */

const NEVER_RETRIED: FailureType[] = ['Transcript.Conflict', 'Flow.NotFound'];
/** Failures that only another worker can avoid; see `rethrowUnlessMissing`. */
export const MISSING_ON_WORKER: FailureType[] = [
  'Tool.NotRegistered',
  'Node.NotRegistered',
  'Model.NotRegistered',
];
const NOT_RETRIED_HERE = [...NEVER_RETRIED, ...MISSING_ON_WORKER];

/** A server timer replaces longer local backoff, which would keep a slot. */
const HOLDS_SLOT_FOR = '1s';

/**
 * Longer than a Workflow Task, whose Heartbeats cover it: with 10 s, a Postgres that needed 3 s per statement never
 * finished a transaction of six. Longer than `statement_timeout`, so that a stuck statement fails first.
 */
const LOCAL_TRY = '60s';

/** 80 tries take half an hour. A timeout would count hours without a worker and hide the last failure. */
export const STEP_OPTIONS: LocalActivityOptions = {
  startToCloseTimeout: LOCAL_TRY,
  localRetryThreshold: HOLDS_SLOT_FOR,
  retry: {
    initialInterval: '100ms',
    backoffCoefficient: 1.25,
    maximumInterval: '30s',
    maximumAttempts: 80,
    nonRetryableErrorTypes: NOT_RETRIED_HERE,
  },
};

/** Survives a day without Postgres: giving up leaves rows unfinished until the next worker starts. */
export const SETTLE_OPTIONS: LocalActivityOptions = {
  ...STEP_OPTIONS,
  retry: { ...STEP_OPTIONS.retry, maximumInterval: '60s', maximumAttempts: 1_460 },
};

/** Polled by all workers of the Task Queue until one has what the Activity needs. */
export function toMovedOptions(heartbeatTimeoutMs?: number): ActivityOptions {
  return {
    startToCloseTimeout: heartbeatTimeoutMs === undefined ? '10s' : '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: {
      initialInterval: '100ms',
      backoffCoefficient: 1.25,
      maximumInterval: '2s',
      maximumAttempts: 400,
      nonRetryableErrorTypes: NEVER_RETRIED,
    },
  };
}

export const BEGIN_IN_TURN_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '20s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: SETTLE_OPTIONS.retry,
};

/** A person may take this long to answer the execution. */
export const AWAIT_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '24h',
  scheduleToCloseTimeout: '30d',
  heartbeatTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '30s',
    nonRetryableErrorTypes: NOT_RETRIED_HERE,
  },
};

/** Counts worker restarts; the row counts failures of the model or the node. */
export function toWorkOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
  };
}

/** The Activity limits its own tries; this bound is for unavailable or crashing workers. */
export function toTurnOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: '2m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: {
      initialInterval: '1s',
      backoffCoefficient: 2,
      maximumInterval: '30s',
      nonRetryableErrorTypes: NOT_RETRIED_HERE,
    },
  };
}

/** Many attempts if each retries the model itself; few if each may cost a call. */
export function toUpkeepOptions(
  heartbeatTimeoutMs: number,
  { maximumAttempts }: { maximumAttempts: number },
): ActivityOptions {
  return {
    startToCloseTimeout: '15m',
    scheduleToCloseTimeout: '4h',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: toRetry({ maximumInterval: '30s', maximumAttempts }),
  };
}

/** Bounded, because each Workflow takes the server some milliseconds. */
export const RETENTION_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '15m',
  heartbeatTimeout: '20s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
};

/** Nine minutes of attempts; then the next turn tries again. */
export function toRecordOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: '90m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
  };
}

function toRetry(bounds: {
  maximumInterval: '30s' | '60s';
  maximumAttempts: number;
}): ActivityOptions['retry'] {
  return {
    initialInterval: '1s',
    backoffCoefficient: 2,
    nonRetryableErrorTypes: NOT_RETRIED_HERE,
    ...bounds,
  };
}
