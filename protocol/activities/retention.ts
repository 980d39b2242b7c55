export interface RetentionActivities {
  sweep(): Promise<void>;
  removeExpired(input: RemoveExpiredInput): Promise<RemoveExpiredResult>;
}

export interface RemoveExpiredInput {
  /** Deletions are counted under the first run's id. */
  runId: string;
  after?: RemovedThrough | undefined;
}

export interface RemoveExpiredResult {
  more: boolean;
  after?: RemovedThrough;
}

/** Per flow, the last conversation that was looked at. */
export type RemovedThrough = Readonly<Record<string, number>>;
