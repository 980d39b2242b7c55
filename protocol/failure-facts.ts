/** What is told of a failure: its type and its reason. */
export interface FailureFacts {
  isCancelled: boolean;
  type: string;
  /** At most 500 characters. */
  message: string;
}
