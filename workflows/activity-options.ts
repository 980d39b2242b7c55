import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/*
 * How long what is tried again, and until when. All of it ends: what can never succeed at once, by its type; what
 * nobody foresaw after five tries, see `toStoreFailure`; what waits for Postgres by the bounds below.
 *
 * | kind      | used for                                         | one try    | tries in all                        |
 * | --------- | ------------------------------------------------ | ---------- | ----------------------------------- |
 * | `STEP`    | local: to plan, to look, to evaluate             | 60 s       | 80: half an hour                    |
 * | `SETTLE`  | local: to accept, to begin, to write an end down | 60 s       | 1,460: a day                        |
 * | `BEGIN`   | to begin after the user's other work             | 2 min      | 1,460: a day                        |
 * | `AWAIT`   | to wait for an execution that runs               | 24 h       | 30 days                             |
 * | work      | models, tools, a project's own nodes             | 10 min     | 15 tries, 60 min                    |
 * | turn      | code and large data that wait for a thread       | 2 min      | 20 tries; 60 min                    |
 * | upkeep    | summaries, embeddings, descriptions              | 15 min     | 15 tries, or 3; 4 h                 |
 * | recording | trajectories                                     | 5 min      | 15 tries, 90 min                    |
 * | retention | what is kept no longer                           | 15 min     | 15 tries                            |
 * | moved     | steps and work whose worker lacks something      | as before  | 400 tries, 60 min                   |
 *
 * A step that gives up fails its turn with the last failure, which is settled. Where settling gives up, Postgres was
 * away for a day: the rows are finished by the next worker that starts, and nothing that was accepted is lost.
 */

/** Failures that another try meets again. Those that throw them say so, too. */
const HOPELESS: FailureType[] = ['Transcript.Conflict', 'Flow.NotFound'];
/** Failures that only another worker can avoid; see `rethrowUnlessMissing`. */
export const MISSING_ON_WORKER: FailureType[] = [
  'Tool.NotRegistered',
  'Node.NotRegistered',
  'Model.NotRegistered',
];
const NEVER_MENDED = [...HOPELESS, ...MISSING_ON_WORKER];

/**
 * A local Activity that is tried again keeps its Workflow Task, and with it one of the worker's slots. From pauses of
 * this length on it gives the slot back, and a timer of the server takes its place: six events a try.
 */
const HOLDS_SLOT_FOR = '1s';

/**
 * Longer than a Workflow Task, whose Heartbeats cover it: with 10 s, a Postgres that needed 3 s per statement never finished a
 * transaction of six. Above the worker's `statement_timeout`, so that a stuck statement fails as `Store.Unavailable` first.
 */
const LOCAL_TRY = '60s';

/**
 * Local Activities over Postgres that a turn can fail by. Pauses are a quarter of the time that went by before, so
 * that an outage of 15 seconds costs 4 more. Tries are counted and not time: the hour in which no worker ran is no
 * reason to fail a turn, and a timeout would not say what the last try failed with.
 */
export const STEP_OPTIONS: LocalActivityOptions = {
  startToCloseTimeout: LOCAL_TRY,
  localRetryThreshold: HOLDS_SLOT_FOR,
  retry: {
    initialInterval: '100ms',
    backoffCoefficient: 1.25,
    maximumInterval: '30s',
    maximumAttempts: 80,
    nonRetryableErrorTypes: NEVER_MENDED,
  },
};

/**
 * Those that accept, begin or end something: giving up leaves rows unfinished, so they outlive a day without Postgres.
 * An execution that begins waits by this also for the turn before it.
 */
export const SETTLE_OPTIONS: LocalActivityOptions = {
  ...STEP_OPTIONS,
  retry: { ...STEP_OPTIONS.retry, maximumInterval: '60s', maximumAttempts: 1_460 },
};

/** For an Activity whose worker lacks something: polled by all workers of the Task Queue until one has it, see `rethrowUnlessMissing`. */
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
      nonRetryableErrorTypes: HOPELESS,
    },
  };
}

/** An execution that waits to begin until its user's other work has, for as long as that takes. */
export const BEGIN_IN_TURN_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '20s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: SETTLE_OPTIONS.retry,
};

/** Waits for an execution that runs already, for as long as a person may take to answer it. */
export const AWAIT_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '24h',
  scheduleToCloseTimeout: '30d',
  heartbeatTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '30s',
    nonRetryableErrorTypes: NEVER_MENDED,
  },
};

/**
 * Models, tools and a project's own nodes. Attempts also count worker restarts; failures of the model or the node
 * itself are counted in its row.
 */
export function toWorkOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: '10m',
    scheduleToCloseTimeout: '60m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
  };
}

/**
 * Nodes that wait for their turn in the sandbox. The Activity itself says after how many tries they are refused; a
 * worker that is away or dies meanwhile has as long as work may take.
 */
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
      nonRetryableErrorTypes: NEVER_MENDED,
    },
  };
}

/**
 * Returns the options of Activities in which upkeep asks a model. Summaries have many attempts, which are for the worker and the store, because the
 * model is tried again inside of each; where each attempt may cost a call, or the next turn asks again, there are few.
 */
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

/** A part of what retention removes: each Workflow takes the server some milliseconds. The next run goes on where one gave up. */
export const RETENTION_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '15m',
  heartbeatTimeout: '20s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: toRetry({ maximumInterval: '60s', maximumAttempts: 15 }),
};

/** For recording trajectories from their traces: nine minutes of attempts; after them the next turn asks again. */
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
  return { initialInterval: '1s', backoffCoefficient: 2, nonRetryableErrorTypes: NEVER_MENDED, ...bounds };
}
