import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/* A failure of a permanent type ends an Activity at once, one that nobody foresaw after five tries. */

const NEVER_RETRIED: FailureType[] = ['Transcript.Conflict', 'Flow.NotFound'];
/** See `rethrowUnlessMissing`. */
export const MISSING_ON_WORKER: FailureType[] = [
  'Tool.NotRegistered',
  'Node.NotRegistered',
  'Model.NotRegistered',
];
const NOT_RETRIED_HERE = [...NEVER_RETRIED, ...MISSING_ON_WORKER];

/**
 * A local Activity occupies a slot during its backoff, so after a longer pause, a timer on the server takes
 * over.
 */
const HOLDS_SLOT_FOR = '1s';

/**
 * With 10 s, six statements never finished on a Postgres that needed 3 s for each. It exceeds
 * `statement_timeout`, so that a stuck statement fails first. Heartbeats extend the Workflow Task meanwhile.
 */
const LOCAL_TRY = '60s';

/**
 * Heartbeats find dead workers, and Activities limit their own work. A shorter timeout would also count the wait for a
 * provider's pace or for a tool's turn.
 */
const HEARTBEATING_TRY = '60m';

/**
 * 80 tries take half an hour. A timeout would also count hours without a worker, and hide the last failure.
 */
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

/** Retries for a day while Postgres is down. Otherwise, rows would stay unfinished until a worker starts. */
export const SETTLE_OPTIONS: LocalActivityOptions = {
  ...STEP_OPTIONS,
  retry: { ...STEP_OPTIONS.retry, maximumInterval: '60s', maximumAttempts: 1_460 },
};

/** Options for a regular Activity, which any worker of the Task Queue may run. */
export function toMovedOptions(heartbeatTimeoutMs?: number): ActivityOptions {
  return {
    startToCloseTimeout: heartbeatTimeoutMs === undefined ? '10s' : HEARTBEATING_TRY,
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

/** As long as a person may take to answer. */
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

/** Attempts of the Activity count restarts of workers. The row counts failures of the model or the node. */
export function toWorkOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: HEARTBEATING_TRY,
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
  };
}

/** Attempts are for workers that are unavailable or crash, because the Activity limits its own tries. */
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

/** Pass many attempts if the Activity limits its own model calls. */
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

/** Long, because the server needs milliseconds to delete each Workflow. */
export const RETENTION_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '15m',
  heartbeatTimeout: '20s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
};

/** After nine minutes of retries, the next turn's upkeep takes over. */
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
