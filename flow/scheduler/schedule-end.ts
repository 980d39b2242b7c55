import type { NodeFailure } from './node-failure.js';

/** The top-level node that nothing handled. */
export type ScheduleEnd = { readonly status: 'completed' } | ({ readonly status: 'failed' } & NodeFailure);
