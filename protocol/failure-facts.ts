export interface FailureFacts {
  isCancelled: boolean;
  type: string;
  /** At most 500 characters. */
  message: string;
}
