export interface RetentionActivities {
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** Deletions are counted under the first run's id. */
  runId: string;
}

export interface RemoveExpiredResult {
  more: boolean;
}
