import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { health } from './answers/health-answers.js';
import { time } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const healthRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/health',
    summary: 'How turns, models and contexts did in a span of time, and what waits now',
    query: z.object({
      since: time.optional().describe('Default: a day before `until`; at most 30 days'),
      until: time.optional().describe('Default: now'),
      everybody: z
        .stringbool()
        .optional()
        .describe("Administrators alone: all users' and not the caller's own"),
    }),
    answer: { kind: 'json', schema: health, says: 'Counts, tokens, costs and times' },
    async handle({ caller: { client, everybody }, query: { since, until, everybody: ofAll = false } }) {
      const asked = ofAll ? everybody : client;
      if (asked === undefined)
        throw new ThreadlineError('Client.NotFound', 'There is no health of everybody');
      return asked.health({ since, until });
    },
  }),
];
