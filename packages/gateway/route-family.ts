import type { Hono } from 'hono';
import type { GatewayContext, GatewayEnv } from './gateway-env.js';
import type { Problem } from './errors/describe-problem.js';

export interface RouteFamily {
  base: string;
  requiresKnownSite?: boolean;
  addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void;
  toErrorBody(problem: Problem): unknown;
}
