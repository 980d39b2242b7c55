/** The Activities that an upkeep Workflow asks for. */
export interface UpkeepActivities {
  /** Looks what is due for the conversation; nothing is for one that was closed or deleted. */
  planUpkeep(): Promise<UpkeepPlan>;
  /** Brings a thread's summary on by one call. */
  summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult>;
  /** Embeds what the thread has no vectors for, oldest first. */
  embedPassages(): Promise<EmbedPassagesResult>;
  /** Brings the graphs of a conversation's newest turns up to their traces. */
  recordTrajectories(): Promise<RecordTrajectoriesResult>;
  /** Describes what a conversation's agents touched in its newest turns. */
  describeTouched(): Promise<DescribeTouchedResult>;
}

/** The work that the trajectories of a conversation need; absent parts are not needed. */
export interface TrajectoryWork {
  record?: true;
  describe?: true;
}

/** The work that is due for a conversation; absent parts are not due. */
export interface UpkeepPlan extends TrajectoryWork {
  summarize?: true;
  embed?: true;
  heartbeatTimeoutMs: number;
}

export interface SummarizeThreadInput {
  /** Messages up to here were begun to be covered: it goes on, however few are left. */
  through?: number;
}

/** Small, because it is recorded. Why a summary was not adopted is in its row. */
export type SummarizeThreadResult = { status: 'nothing' } | SettledSummary;

/** How a call for a summary ended. `more`: messages up to here are still to be covered. */
export interface SettledSummary {
  status: 'adopted' | 'superseded' | 'unusable' | 'failed';
  more?: number;
}

export interface EmbedPassagesResult {
  /** Passages that were embedded. */
  embedded: number;
  /** There are more. */
  more?: true;
}

export interface RecordTrajectoriesResult {
  /** Runs of agents whose graphs were behind their traces. */
  recorded: number;
  /** Something that they touched is to be described. */
  describe?: true;
}

/** Small, because it is recorded. Why something was not described is in a row. */
export interface DescribeTouchedResult {
  /** Nodes that have a description now that says something. */
  described: number;
  /** Things are left. */
  more?: true;
}
