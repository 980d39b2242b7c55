import { z } from 'zod';

/** Result of `submitTurn`. */
export const turnReceipt = z.object({ turnId: z.string(), executionId: z.string(), position: z.number() });

/** Result of `cancelTurn`. */
export const cancelTurnResult = z.object({
  turnId: z.string().nullable(),
  status: z.enum(['completed', 'failed', 'cancelled']).nullable(),
});

/** Result of `dropTurn`. */
export const dropTurnResult = z.object({ turnId: z.string() });
