import { z } from 'zod';

/** Repeats the types of Updates, because types that Workflows share import no packages. */

export const turnReceipt = z.object({ turnId: z.string(), executionId: z.string(), position: z.number() });

export const cancelTurnResult = z.object({
  turnId: z.string().nullable(),
  status: z.enum(['completed', 'failed', 'cancelled']).nullable(),
});

export const dropTurnResult = z.object({ turnId: z.string() });
