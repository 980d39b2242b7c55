import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { forgottenUser } from './answers/forgotten-user.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const callerRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/me',
    summary: 'Whom the request is for, and what they may',
    answer: {
      kind: 'json',
      schema: z.object({ user: z.string(), isAdmin: z.boolean(), temporalUi: z.string().nullable() }),
      says: "The user, whether it is an administrator's, and for administrators the address of Temporal's UI",
    },
    handle: ({ caller: { user, everybody }, context: { temporalUi } }) =>
      Promise.resolve({
        user,
        isAdmin: everybody !== undefined,
        temporalUi: (everybody && temporalUi) ?? null,
      }),
  }),
  defineRoute({
    method: 'delete',
    path: '/users/{user}',
    summary: 'Administrators alone: delete everything of a user, permanently',
    answer: { kind: 'json', schema: forgottenUser, says: 'The numbers of what was deleted' },
    async handle({ caller: { everybody }, path: { user = '' } }) {
      if (everybody === undefined) throw new ThreadlineError('Client.NotFound', 'There is no such user');
      return everybody.forget(user);
    },
  }),
];
