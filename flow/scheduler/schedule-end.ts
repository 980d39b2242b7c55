import type { NodeFailure } from './node-failure.js';

/** A failure names the top-level node that nothing handled. */
export type ScheduleEnd = { readonly status: 'completed' } | ({ readonly status: 'failed' } & NodeFailure);
