export interface RetentionActivities {
  /** Removes one bounded batch. Safe to repeat. */
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** Of the first run, kept across Continue-As-New: deletions are counted under it. */
  runId: string;
}

export interface RemoveExpiredResult {
  more: boolean;
}
