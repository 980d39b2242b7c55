export interface RetentionActivities {
  /** Removes one batch. Idempotent. */
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** The first run's, because deletions are counted under it. */
  runId: string;
}

export interface RemoveExpiredResult {
  more: boolean;
}
