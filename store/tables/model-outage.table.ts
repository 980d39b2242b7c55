export interface ModelOutageTable {
  model: string;
  /** In a row, over all calls and workers. */
  failures: number;
  since: Date;
  last_failed_at: Date;
  /** Until then, calls with a fallback skip the model. */
  retry_at: Date | null;
  reason: string;
}
