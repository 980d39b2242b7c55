import type { Context, Hono } from 'hono';
import type { GatewayContext, GatewayEnv } from '../gateway-env.js';
import { readBody } from '../requests/read-body.js';
import { NO_QUERY, readQuery } from '../requests/read-query.js';
import { plainErrorBody } from '../errors/respond-problem.js';
import type { RouteFamily } from '../route-family.js';
import { hideErrors } from './hide-errors.js';
import type { RestRoute } from './rest-route.js';
import { REST_ROUTES } from './rest-routes.js';

export const restFamily: RouteFamily = {
  base: '/api/v1',
  addRoutes(routes, context) {
    for (const route of REST_ROUTES) addRoute(routes, { route, context });
  },
  toErrorBody: plainErrorBody,
};

function addRoute(
  routes: Hono<GatewayEnv>,
  { route, context }: { route: RestRoute; context: GatewayContext },
): void {
  routes.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const answer = await route.handle({
      caller: c.get('caller'),
      path: c.req.param() as Record<string, string>,
      query: readQuery(c, route.query ?? NO_QUERY),
      body: route.body && (await readBody(c, route.body, route.files)),
      c,
      context,
    });
    return toResponse(c, { route, answer });
  });
}

function toResponse(
  c: Context<GatewayEnv>,
  { route, answer }: { route: RestRoute; answer: unknown },
): Response {
  if (answer instanceof Response) return answer;
  if (!route.answer) return c.body(null, 204);
  const shown = c.get('caller').admin === true ? answer : hideErrors(answer);
  return c.json(shown as object, route.answer.status ?? 200);
}
