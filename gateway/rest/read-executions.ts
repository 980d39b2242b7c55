import { z } from 'zod';
import type { Executions } from '../../client/executions/executions.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { Caller } from '../gateway-env.js';

/** Reads of one execution take this: those of no user belong to nobody in whose name they could be asked for. */
export const everybodyQuery = z.object({
  everybody: z.stringbool().optional().describe("Administrators alone: also another user's, or nobody's"),
});

/** The executions that a request reads: the caller's own, or everybody's. Throws `Client.NotFound` for who is no administrator. */
export function readExecutions({ client, everybody }: Caller, asksOthers: boolean): Executions {
  const asked = asksOthers ? everybody : client;
  if (asked === undefined)
    throw new ThreadlineError('Client.NotFound', 'Only administrators see executions of other users');
  return asked.executions;
}
