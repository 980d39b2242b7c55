import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { newSharedLink, sharedLink } from '../../../views/shared-link.js';
import { conversationQuery, openConversation } from './conversation-key.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const LINKS = '/conversations/{flow}/links';

export const linkRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: LINKS,
    summary: 'Create a link with which anyone can read the messages so far, at `/api/shared`',
    query: conversationQuery,
    body: z.strictObject({
      days: z.int().min(1).optional().describe("Default and maximum: the gateway's `shareDays`"),
    }),
    answer: { kind: 'json', schema: newSharedLink, says: 'The link with its token, shown once', status: 201 },
    async handle(request) {
      const { shareDays } = request.context;
      if (shareDays === undefined)
        throw new ThreadlineError('Gateway.Forbidden', "Links are off: set the gateway's 'shareDays'");
      const { days = shareDays } = request.body;
      if (days > shareDays)
        throw new ThreadlineError('Gateway.InvalidRequest', `body.days: at most ${shareDays}`);
      return openConversation(request).share({ days });
    },
  }),
  defineRoute({
    method: 'get',
    path: LINKS,
    summary: 'List the links to it that still work',
    query: conversationQuery,
    answer: { kind: 'json', schema: z.array(sharedLink), says: 'Links, newest first, without their tokens' },
    handle: async (request) => openConversation(request).sharedLinks(),
  }),
  defineRoute({
    method: 'delete',
    path: `${LINKS}/{id}`,
    summary: 'Revoke a link. Idempotent',
    query: conversationQuery,
    handle: async (request) => openConversation(request).revokeLink(request.path['id'] ?? ''),
  }),
];
