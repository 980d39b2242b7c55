import { z } from 'zod';
import { defineRoute, type RestRoute } from './rest-route.js';

/** Who asks, and what exists for them. */
export const callerRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/me',
    summary: 'Whom the request is for, and what they may',
    answer: {
      kind: 'json',
      schema: z.object({ user: z.string(), isAdmin: z.boolean(), temporalUi: z.string().nullable() }),
      says: "The user, whether it is an administrator's, and where Temporal's page is",
    },
    handle: ({ caller: { user, everybody }, context: { temporalUi } }) =>
      Promise.resolve({ user, isAdmin: everybody !== undefined, temporalUi: temporalUi ?? null }),
  }),
];
