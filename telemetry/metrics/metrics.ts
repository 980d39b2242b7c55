interface MetricFacts {
  kind: 'counter' | 'gauge' | 'histogram';
  /** Low cardinality: flows, models, tools, never users. */
  labels: readonly string[];
  unit: string;
  meaning: string;
}

export const METRICS = {
  threadline_turns_total: {
    kind: 'counter',
    labels: ['flow', 'status'],
    unit: 'turns',
    meaning: 'turns that ended, each once',
  },
  threadline_turn_duration_seconds: {
    kind: 'histogram',
    labels: ['flow'],
    unit: 'seconds',
    meaning: 'from the start of a turn to its end, with waits for people',
  },
  threadline_executions_total: {
    kind: 'counter',
    labels: ['flow', 'kind', 'status'],
    unit: 'executions',
    meaning: 'executions that ended and were no turn: sub-executions, and those outside conversations',
  },
  threadline_failures_total: {
    kind: 'counter',
    labels: ['flow', 'type'],
    unit: 'failures',
    meaning: 'failed turns, and failed executions outside conversations, by error type',
  },
  threadline_time_to_first_token_seconds: {
    kind: 'histogram',
    labels: ['flow', 'model'],
    unit: 'seconds',
    meaning: 'from the request to the first token of an answer',
  },
  threadline_pace_wait_seconds: {
    kind: 'histogram',
    labels: ['provider'],
    unit: 'seconds',
    meaning: "how long a model call waits for its provider's limits, counted when the wait begins",
  },
  threadline_pace_rejections_total: {
    kind: 'counter',
    labels: ['provider'],
    unit: 'calls',
    meaning: 'model calls that Temporal retries, because more than five minutes of calls waited before them',
  },
  threadline_model_calls_total: {
    kind: 'counter',
    labels: ['model', 'purpose'],
    unit: 'calls',
    meaning: 'model calls that returned an answer',
  },
  threadline_tokens_total: {
    kind: 'counter',
    labels: ['model', 'purpose', 'direction'],
    unit: 'tokens',
    meaning: 'tokens of model calls, counted by the provider',
  },
  threadline_cost_usd_total: {
    kind: 'counter',
    labels: ['model', 'purpose'],
    unit: 'US dollars',
    meaning: 'cost of model calls with a known price',
  },
  threadline_model_failures_total: {
    kind: 'counter',
    labels: ['model', 'type'],
    unit: 'attempts',
    meaning: 'failed attempts of model calls',
  },
  threadline_fallbacks_total: {
    kind: 'counter',
    labels: ['model', 'fallback'],
    unit: 'calls',
    meaning: 'calls that continued with a fallback after `model` failed or was skipped',
  },
  threadline_model_outage: {
    kind: 'gauge',
    labels: ['model'],
    unit: '1',
    meaning: 'while the circuit breaker is open, and calls with a fallback skip the model; otherwise absent',
  },
  threadline_context_tokens_total: {
    kind: 'counter',
    labels: ['kind'],
    unit: 'tokens',
    meaning:
      'tokens that answered calls sent, by our count, with the kinds of `threadline.sent.*.tokens` in spans',
  },
  threadline_tool_calls_total: {
    kind: 'counter',
    labels: ['tool', 'status'],
    unit: 'calls',
    meaning: 'tool calls that ended; `unregistered` is any tool that the worker does not have',
  },
  threadline_compactions_total: {
    kind: 'counter',
    labels: ['status'],
    unit: 'attempts',
    meaning: 'attempts to compact a history',
  },
  threadline_summaries_total: {
    kind: 'counter',
    labels: ['way', 'status'],
    unit: 'attempts',
    meaning: 'attempts to summarize a thread',
  },
  threadline_descriptions_total: {
    kind: 'counter',
    labels: ['status'],
    unit: 'calls',
    meaning: 'calls that described touched things',
  },
  threadline_unrecorded_steps_total: {
    kind: 'counter',
    labels: [],
    unit: 'steps',
    meaning: 'steps that were added to a trajectory after the turn',
  },
  threadline_unexported_rounds_total: {
    kind: 'counter',
    labels: [],
    unit: 'rounds',
    meaning: 'rounds that could not be written to their files',
  },
  threadline_unhandled_rejections_total: {
    kind: 'counter',
    labels: ['owner'],
    unit: 'rejections',
    meaning: 'rejected promises that no code awaited, by tool or node',
  },
  threadline_waiting_messages: {
    kind: 'gauge',
    labels: ['flow'],
    unit: 'messages',
    meaning: 'messages that wait in the queues of conversations',
  },
  threadline_oldest_waiting_message_seconds: {
    kind: 'gauge',
    labels: ['flow'],
    unit: 'seconds',
    meaning: 'age of the message that waits longest',
  },
  threadline_open_approvals: {
    kind: 'gauge',
    labels: ['flow'],
    unit: 'approvals',
    meaning: 'approvals that wait for a person',
  },
  threadline_oldest_open_approval_seconds: {
    kind: 'gauge',
    labels: ['flow'],
    unit: 'seconds',
    meaning: 'age of the approval that waits longest',
  },
  threadline_pool_connections: {
    kind: 'gauge',
    labels: ['pool', 'state'],
    unit: 'connections',
    meaning: 'Postgres connections of the process, `used` or `idle`',
  },
  threadline_pool_max_connections: {
    kind: 'gauge',
    labels: ['pool'],
    unit: 'connections',
    meaning: 'the most Postgres connections that the process opens',
  },
  threadline_pool_waiting: {
    kind: 'gauge',
    labels: ['pool'],
    unit: 'requests',
    meaning: 'work in this process that waits for a Postgres connection',
  },
  threadline_sandbox_waiting: {
    kind: 'gauge',
    labels: [],
    unit: 'tasks',
    meaning: 'code of flows that waits for a sandbox thread',
  },
  threadline_open_streams: {
    kind: 'gauge',
    labels: [],
    unit: 'streams',
    meaning: 'open streams and requests that wait for a whole answer',
  },
  threadline_stream_wakeups_total: {
    kind: 'counter',
    labels: ['cause'],
    unit: 'wake-ups',
    meaning: 'reads of a stream after a Postgres notification or a `timer`',
  },
  threadline_http_request_duration_seconds: {
    kind: 'histogram',
    labels: ['method', 'route', 'status'],
    unit: 'seconds',
    meaning: 'from a request to the beginning of its answer',
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;

export type MetricName = keyof typeof METRICS;
export type MetricsOf<Kind extends MetricFacts['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;
