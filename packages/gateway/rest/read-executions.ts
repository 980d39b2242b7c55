import { z } from 'zod';
import type { Executions } from '../../../client/executions/executions.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Caller } from '../gateway-env.js';

/** Only this parameter gives access to executions without a user. */
export const everybodyQuery = z.object({
  everybody: z
    .stringbool()
    .optional()
    .describe('Administrators only: also executions of other users, or of none'),
});

/** Throws `Client.NotFound`. */
export function readExecutions({ client, everybody }: Caller, asksOthers: boolean): Executions {
  const asked = asksOthers ? everybody : client;
  if (!asked)
    throw new ThreadlineError('Client.NotFound', 'Only administrators may see executions of other users');
  return asked.executions;
}
