import { z } from 'zod';
import { toHtml } from '../../../trajectory/render/to-html.js';
import { agentTouchedRow, listTouched } from '../../../trajectory/touched/touched.js';
import { everybodyQuery, readExecutions } from './read-executions.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const HERE = '/executions/{executionId}/trajectory';

export const trajectoryRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: `${HERE}/page`,
    query: everybodyQuery,
    summary: 'Get a page with the graph of what its agents did and why, pruned and full',
    answer: { kind: 'file', mediaType: 'text/html', says: 'HTML without external resources' },
    async handle({ caller, query, path: { executionId = '' }, c }) {
      const { session, agents } = await readExecutions(caller, query.everybody === true).trajectory(
        executionId,
      );
      // Opened in its own tab, the page's script must not use this origin's session.
      c.header('content-security-policy', 'sandbox allow-scripts');
      return c.html(toHtml({ title: session, agents }));
    },
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/touched`,
    query: everybodyQuery,
    summary: 'List the data that its agents read, wrote and used',
    answer: {
      kind: 'json',
      schema: z.array(agentTouchedRow),
      says: 'A row per item, most recently used first',
    },
    async handle({ caller, query, path: { executionId = '' } }) {
      const { agents } = await readExecutions(caller, query.everybody === true).trajectory(executionId);
      return listTouched(agents);
    },
  }),
];
