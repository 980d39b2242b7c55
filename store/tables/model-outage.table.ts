export interface ModelOutageTable {
  model: string;
  /** Consecutive failures of all calls on all workers. */
  failures: number;
  since: Date;
  last_failed_at: Date;
  retry_at: Date | null;
  reason: string;
}
