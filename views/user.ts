import { z } from 'zod';

export const forgottenUser = z.object({
  workflowRuns: z.number(),
  rows: z.record(z.string(), z.number()).describe('Deleted rows by table'),
  exportedSessions: z.number().describe('Sessions whose exported trajectories were deleted'),
});
export type ForgottenUser = z.infer<typeof forgottenUser>;
