import type { Database } from '../../../../store/database.js';

export interface RowCase {
  name: string;
  run(db: Database, copy: number): Promise<unknown>;
  maxPages: number;
}

export const DAY_MS = 86_400_000;

export function user(copy: number): string {
  return `played-${copy}`;
}

export function lastDays(days: number): { since: Date; until: Date } {
  const until = new Date();
  return { since: new Date(until.getTime() - days * DAY_MS), until };
}
