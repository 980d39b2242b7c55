export interface UpkeepActivities {
  /** Nothing is due for a closed or deleted conversation. */
  planUpkeep(): Promise<UpkeepPlan>;
  /** By one call. */
  summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult>;
  embedPassages(): Promise<EmbedPassagesResult>;
  /** For the newest turns. */
  recordTrajectories(): Promise<RecordTrajectoriesResult>;
  describeTouched(): Promise<DescribeTouchedResult>;
}

export interface TrajectoryWork {
  record?: true;
  describe?: true;
}

export interface UpkeepPlan extends TrajectoryWork {
  summarize?: true;
  embed?: true;
  heartbeatTimeoutMs: number;
}

export interface SummarizeThreadInput {
  /** Continues a run that began to cover messages up to here, even if few are left. */
  through?: number;
}

/** Recorded, so small. The row has the reason for a failure. */
export type SummarizeThreadResult = { status: 'nothing' } | SettledSummary;

/** `more`: messages up to here are still uncovered. */
export interface SettledSummary {
  status: 'adopted' | 'superseded' | 'unusable' | 'failed';
  more?: number;
}

export interface EmbedPassagesResult {
  embedded: number;
  more?: true;
}

export interface RecordTrajectoriesResult {
  /** Runs whose graphs lacked steps. */
  recorded: number;
  describe?: true;
}

/** Recorded, so small. A row has the reasons. */
export interface DescribeTouchedResult {
  described: number;
  more?: true;
}
