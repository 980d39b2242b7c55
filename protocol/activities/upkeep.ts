export interface UpkeepActivities {
  planUpkeep(): Promise<UpkeepPlan>;
  summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult>;
  embedPassages(): Promise<EmbedPassagesResult>;
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
  /** Set if an earlier run began to summarize up to this message. */
  through?: number;
}

/** Small, because the Event History stores it. */
export type SummarizeThreadResult = { status: 'nothing' } | SettledSummary;

/** `more`: the last message that still needs a summary. */
export interface SettledSummary {
  status: 'adopted' | 'superseded' | 'unusable' | 'failed';
  more?: number;
}

export interface EmbedPassagesResult {
  embedded: number;
  more?: true;
}

export interface RecordTrajectoriesResult {
  recorded: number;
  describe?: true;
}

export interface DescribeTouchedResult {
  described: number;
  more?: true;
}
