import { prune } from '../../trajectory/graph/prune.js';
import { toSummaries } from '../../trajectory/render/html/round-summary.js';
import { toHtml } from '../../trajectory/render/to-html.js';
import { touchedTable, type TouchedRow } from '../../trajectory/touched/touched.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const HERE = '/executions/{executionId}/trajectory';

/** A thing that an agent of an execution touched. */
export interface TouchedThing extends TouchedRow {
  subAgent: string;
}

/** The routes that give a trajectory as people look at it. */
export const trajectoryRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: `${HERE}/page`,
    summary: 'A page with the graph of what its agents did and why, pruned and full',
    answer: { kind: 'file', says: 'HTML that loads nothing' },
    async handle({ caller, path: { executionId = '' }, c }) {
      const { session, agents } = await caller.client.executions.trajectory(executionId);
      const trajectories = agents.map(({ subAgent, view, rounds }) => ({
        name: subAgent,
        full: view,
        pruned: prune(view),
        rounds: toSummaries(rounds),
      }));
      // Opened by itself, its script is not one of this origin.
      c.header('content-security-policy', 'sandbox allow-scripts');
      return c.html(toHtml({ title: session, trajectories }));
    },
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/touched`,
    summary: 'The things that its agents read, wrote and used',
    answer: { kind: 'json', says: 'One row a thing, those touched last first' },
    async handle({ caller, path: { executionId = '' } }) {
      const { agents } = await caller.client.executions.trajectory(executionId);
      return agents.flatMap(({ subAgent, view }) => touchedTable(view).map((row) => ({ subAgent, ...row })));
    },
  }),
];
