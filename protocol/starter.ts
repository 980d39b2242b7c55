/** The flow's definition cannot change it. */
export interface Starter {
  user: string | null;
  flow: string;
  executionId: string;
  nodeId: string;
}
