import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { health } from '../../../views/health.js';
import { time } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const healthRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/health',
    summary: 'Get the health of turns, models and contexts in a period, and what is waiting now',
    query: z.object({
      since: time.optional().describe('Default: a day before `until`; at most 30 days'),
      until: time.optional().describe('Default: now'),
      everybody: z
        .stringbool()
        .optional()
        .describe('Administrators only: of all users instead of the caller'),
    }),
    answer: { kind: 'json', schema: health, says: 'Counts, tokens, costs and times' },
    async handle({ caller: { client, everybody }, query: { since, until, everybody: ofAll = false } }) {
      const asked = ofAll ? everybody : client;
      if (!asked)
        throw new ThreadlineError('Client.NotFound', 'Only administrators may read the health of all users');
      return asked.health({ since, until });
    },
  }),
];
