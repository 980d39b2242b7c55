/** True for an Activity that is being retried, or that no worker has started. */
export function isStuck({ attempt, isStarted }: { attempt: number; isStarted: boolean }): boolean {
  return attempt > 1 || !isStarted;
}
