export function isStuck({ attempt, isStarted }: { attempt: number; isStarted: boolean }): boolean {
  return attempt > 1 || !isStarted;
}
