/** The Activities that a retention Workflow asks for. */
export interface RetentionActivities {
  /** Removes a bounded part of what is due; `more`: there is more. Called again after a failure it goes on. */
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** Of the first run, when it continues as new: under it is counted what is removed. */
  runId: string;
}

export interface RemoveExpiredResult {
  more: boolean;
}
