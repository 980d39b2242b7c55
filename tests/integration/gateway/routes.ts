import { Hono } from 'hono';
import { FAMILIES } from '../../../packages/gateway/create-gateway.js';
import { OpenStreams } from '../../../packages/gateway/access/open-streams.js';
import type { GatewayEnv } from '../../../packages/gateway/gateway-env.js';
import { restFamily } from '../../../packages/gateway/rest/rest-family.js';

export interface Route {
  method: string;
  path: string;
}

export async function listRoutes(url: string): Promise<Route[]> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const others = FAMILIES.filter((family) => family !== restFamily).flatMap((family) => {
    const routes = new Hono<GatewayEnv>();
    family.addRoutes(routes, { streams: new OpenStreams(0), slowReaderMs: 0 });
    return routes.routes.map(({ method, path }) => ({
      method,
      path: `${family.base}${path === '/' ? '' : path}`,
    }));
  });
  return [...described, ...others];
}
