/** Who started one of a team's Workflows. A flow cannot change it. */
export interface Starter {
  /** Null if the execution has no user. */
  user: string | null;
  flow: string;
  executionId: string;
  nodeId: string;
}
