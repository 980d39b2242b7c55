import type { NodeFailure } from './node-failure.js';

export type ScheduleEnd = { readonly status: 'completed' } | ({ readonly status: 'failed' } & NodeFailure);
