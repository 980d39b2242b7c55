import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/*
 * Timeouts and retries. A failure that can never pass ends at once, by its type; an unforeseen one after five tries,
 * see `toStoreFailure`; an outage of Postgres by the limits below.
 *
 * | kind      | used for                                         | one try    | all tries                           |
 * | --------- | ------------------------------------------------ | ---------- | ----------------------------------- |
 * | `STEP`    | local: plan, look up, evaluate                   | 60 s       | 80: half an hour                    |
 * | `SETTLE`  | local: accept, begin, finish                     | 60 s       | 1,460: a day                        |
 * | `BEGIN`   | begin after the user's other work                | 2 min      | 1,460: a day                        |
 * | `AWAIT`   | wait for a running execution                     | 24 h       | 30 days                             |
 * | work      | models, tools, a project's own nodes             | 10 min     | 15 tries, 60 min                    |
 * | turn      | code and large data in a thread                  | 2 min      | 20 tries; 60 min                    |
 * | upkeep    | summaries, embeddings, descriptions              | 15 min     | 15 tries, or 3; 4 h                 |
 * | recording | trajectories                                     | 5 min      | 15 tries, 90 min                    |
 * | retention | remove what is due                               | 15 min     | 15 tries                            |
 * | moved     | steps and work whose worker lacks something      | as before  | 400 tries, 60 min                   |
 *
 * A step that gives up fails its turn with the last failure. If settling gives up too, Postgres was unavailable for a
 * day: the next worker to start finishes the rows, and no accepted message is lost.
 */

/** Failures that every retry meets again. Their throwers also mark them as final. */
const NEVER_RETRIED: FailureType[] = ['Transcript.Conflict', 'Flow.NotFound'];
/** Failures that only another worker can avoid; see `rethrowUnlessMissing`. */
export const MISSING_ON_WORKER: FailureType[] = [
  'Tool.NotRegistered',
  'Node.NotRegistered',
  'Model.NotRegistered',
];
const NOT_RETRIED_HERE = [...NEVER_RETRIED, ...MISSING_ON_WORKER];

/**
 * From this pause on, a server timer replaces the local backoff, which would keep the Workflow Task and a worker's
 * slot. A timer costs six events per try.
 */
const HOLDS_SLOT_FOR = '1s';

/**
 * Longer than a Workflow Task, whose Heartbeats cover it: with 10 s, a Postgres that needed 3 s per statement never
 * finished a transaction of six. Longer than the worker's `statement_timeout`, so that a stuck statement fails as
 * `Store.Unavailable` first.
 */
const LOCAL_TRY = '60s';

/**
 * Each pause is a quarter of the elapsed time, so an outage of 15 seconds adds 4. Limits attempts, not time: an hour
 * without a worker is no reason to fail a turn, and a timeout would hide the last failure.
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

/**
 * Giving up leaves rows unfinished, so these survive a day without Postgres. A beginning execution also waits with
 * these for the previous turn.
 */
export const SETTLE_OPTIONS: LocalActivityOptions = {
  ...STEP_OPTIONS,
  retry: { ...STEP_OPTIONS.retry, maximumInterval: '60s', maximumAttempts: 1_460 },
};

/** Polled by all workers of the Task Queue until one has what the Activity needs; see `rethrowUnlessMissing`. */
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

/** Counts worker restarts; failures of the model or the node are counted in its row. */
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

/** Many attempts if each retries the model itself. Few if each may cost a call, or the next turn repeats the work. */
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

/** Bounded, because each Workflow takes the server some milliseconds. After a failure the next run continues. */
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
