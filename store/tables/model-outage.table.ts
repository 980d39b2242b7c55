export interface ModelOutageTable {
  model: string;
  /** Consecutive failures, over all calls and workers. */
  failures: number;
  since: Date;
  last_failed_at: Date;
  retry_at: Date | null;
  reason: string;
}
