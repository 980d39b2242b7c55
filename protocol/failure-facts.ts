export interface FailureFacts {
  isCancelled: boolean;
  type: string;
  message: string;
}
