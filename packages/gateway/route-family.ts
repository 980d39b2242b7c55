import type { Hono } from 'hono';
import type { GatewayContext, GatewayEnv } from './gateway-env.js';
import type { Problem } from './errors/describe-problem.js';

export interface RouteFamily {
  base: string;
  /** The host name must be known and, for browsers, the page's origin. */
  requiresKnownSite?: boolean;
  addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void;
  toErrorBody(problem: Problem): unknown;
}
