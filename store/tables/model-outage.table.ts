export interface ModelOutageTable {
  model: string;
  /** In a row, over all calls and workers. */
  failures: number;
  since: Date;
  last_failed_at: Date;
  retry_at: Date | null;
  reason: string;
}
