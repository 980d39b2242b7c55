import { z } from 'zod';
import { EXECUTION_STATUSES } from '../../../flow/execution/execution-status.js';
import type { Executions } from '../../../client/executions/executions.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Caller } from '../gateway-env.js';
import { limit, time } from './query-fields.js';

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

export const listQuery = z.object({
  flow: z.string().optional(),
  id: z.string().min(1).optional().describe('The `id` with which it was started'),
  status: z.enum(EXECUTION_STATUSES).optional(),
  since: time.optional().describe('Started then or later'),
  until: time.optional().describe('Started before then'),
  isRoot: z.stringbool().optional().describe('Only executions that no other one started'),
  parent: z.string().optional().describe('Only executions that this one started directly'),
  rerunOf: z.string().min(1).optional().describe('Only reruns of this execution, and reruns of these'),
  user: z.string().min(1).optional().describe('Administrators only: of this user'),
  everybody: z.stringbool().optional().describe('Administrators only: of all users'),
  before: z.string().min(1).optional().describe('The last `executionId` of the previous page, or its `next`'),
  limit: limit(500),
});

/** Keeps the other fields of a search. */
export function readListed<Query extends z.infer<typeof listQuery>>(
  caller: Caller,
  { everybody = false, ...filter }: Query,
) {
  const asksOthers = everybody || (filter.user !== undefined && filter.user !== caller.user);
  return { executions: readExecutions(caller, asksOthers), filter };
}
