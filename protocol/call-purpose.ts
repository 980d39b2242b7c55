/** `summary` and `description` run outside executions. */
export const CALL_PURPOSES = ['answer', 'repair', 'summary', 'compaction', 'description'] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];
