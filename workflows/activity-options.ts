import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

/** Local Activities over Postgres: a few statements each, tried again at once and then every five seconds. */
export const STORE_OPTIONS: LocalActivityOptions = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
};

/** The begin and the finish of an execution: tries are closer together, because the next turn waits for them. */
export const EXECUTION_OPTIONS: LocalActivityOptions = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 1.5, maximumInterval: '3s' },
};

/** Waits for an execution that runs already, for as long as a turn may take. */
export const AWAIT_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '24h',
  heartbeatTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
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
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  };
}

/**
 * What upkeep asks a model for. Summaries have many attempts, which are for the worker and the store, because the
 * model is tried again inside of each; where each attempt may cost a call, or the next turn asks again, there are few.
 */
export function toUpkeepOptions(
  heartbeatTimeoutMs: number,
  { maximumAttempts }: { maximumAttempts: number },
): ActivityOptions {
  return {
    startToCloseTimeout: '15m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts },
  };
}

/** For recording trajectories from their traces: nine minutes of attempts; after them the next turn asks again. */
export function toRecordOptions(heartbeatTimeoutMs: number): ActivityOptions {
  return {
    startToCloseTimeout: '5m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  };
}
