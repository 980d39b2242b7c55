import { defineRoute, type RestRoute } from './rest-route.js';

/** The routes that list the flows a user may talk to. */
export const flowRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/flows',
    summary: 'The flows that exist for the caller',
    answer: { kind: 'json', says: 'Slugs and names' },
    handle: ({ caller }) => caller.client.flows(),
  }),
];
