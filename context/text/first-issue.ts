import type { z } from 'zod';

/** Returns `<place>: <message>`; `whole` is the place of an issue with the value itself. */
export function firstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message ?? 'is not valid'}`;
}
