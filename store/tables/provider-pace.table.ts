export interface ProviderPaceTable {
  provider: string;
  starts_at: Date;
  requests_until: Date;
  tokens_until: Date;
}
