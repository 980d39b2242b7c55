import type { NodeFailure } from './node-failure.js';

/** How a schedule ended; a failure names the node at the top that nothing handled. */
export type ScheduleEnd = { readonly status: 'completed' } | ({ readonly status: 'failed' } & NodeFailure);
