import { z } from 'zod';

/** Mirrors Updates: types shared with Workflows import no packages. */

export const turnReceipt = z.object({ turnId: z.string(), executionId: z.string(), position: z.number() });

export const cancelTurnResult = z.object({
  turnId: z.string().nullable(),
  status: z.enum(['completed', 'failed', 'cancelled']).nullable(),
});

export const dropTurnResult = z.object({ turnId: z.string() });
