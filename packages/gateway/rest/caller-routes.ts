import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { forgottenUser } from '../../../views/user.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const callerRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/me',
    summary: 'The caller and its rights',
    answer: {
      kind: 'json',
      schema: z.object({
        user: z.string(),
        isAdmin: z.boolean(),
        temporalUi: z.string().nullable(),
        alertRules: z.string().nullable(),
        shareDays: z.number().nullable(),
      }),
      says: 'The user, whether it is an administrator, for administrators the addresses of the Temporal UI and of alert rules, and for how many days it may share chats',
    },
    handle: ({ caller: { user, everybody }, context: { temporalUi, alertRules, shareDays } }) =>
      Promise.resolve({
        user,
        isAdmin: everybody !== undefined,
        temporalUi: (everybody && temporalUi) ?? null,
        alertRules: (everybody && alertRules) ?? null,
        shareDays: shareDays ?? null,
      }),
  }),
  defineRoute({
    method: 'delete',
    path: '/users/{user}',
    summary: 'Administrators only: permanently delete all data of a user',
    answer: { kind: 'json', schema: forgottenUser, says: 'Counts of deleted data' },
    async handle({ caller: { everybody }, path: { user = '' } }) {
      if (!everybody) throw new ThreadlineError('Client.NotFound', 'The user does not exist');
      return everybody.forget(user);
    },
  }),
];
