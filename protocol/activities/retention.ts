export interface RetentionActivities {
  sweep(): Promise<void>;
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** The first run's id, which counts the deletions. */
  runId: string;
  after?: RemovedThrough | undefined;
}

export interface RemoveExpiredResult {
  more: boolean;
  after?: RemovedThrough;
}

/** The last checked conversation, by flow. */
export type RemovedThrough = Readonly<Record<string, number>>;
