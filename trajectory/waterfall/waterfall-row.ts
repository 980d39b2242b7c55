export const WATERFALL_KINDS = ['execution', 'node', 'item', 'call', 'tool', 'wait'] as const;
export type WaterfallKind = (typeof WATERFALL_KINDS)[number];

export const WATERFALL_STATUSES = [
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
] as const;
export type WaterfallStatus = (typeof WATERFALL_STATUSES)[number];

export const nodeRowId = (executionId: string, nodeId: string, iteration: string): string =>
  `node:${executionId}/${nodeId}${iteration === '' ? '' : `/${iteration}`}`;
export const itemRowId = (executionId: string, loopId: string, iteration: string): string =>
  `item:${executionId}/${loopId}/${iteration}`;
export const executionRowId = (executionId: string): string => `execution:${executionId}`;
