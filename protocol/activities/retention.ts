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
  failed?: NotRemoved | undefined;
}

/** Limits the size of the failure's message. */
export const MAX_NOT_REMOVED_NAMES = 10;

/** Counts data that could not be removed; `first` names some. */
export interface NotRemoved {
  count: number;
  first: readonly string[];
}

/** The last checked conversation, by flow. */
export type RemovedThrough = Readonly<Record<string, number>>;
