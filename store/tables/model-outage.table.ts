export interface ModelOutageTable {
  model: string;
  failures: number;
  since: Date;
  last_failed_at: Date;
  retry_at: Date | null;
  reason: string;
}
