export interface RetentionActivities {
  /** Removes one bounded batch. Safe to repeat. */
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** Stays the same across Continue-As-New: deletions are counted under the first run's id. */
  runId: string;
}

export interface RemoveExpiredResult {
  more: boolean;
}
