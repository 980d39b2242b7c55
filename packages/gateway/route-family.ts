import type { Hono } from 'hono';
import type { GatewayContext, GatewayEnv } from './gateway-env.js';
import type { Problem } from './errors/describe-problem.js';

export interface RouteFamily {
  /** The path of its routes, such as `/api/v1`. */
  base: string;
  /** Whether the host name must be known and, for browsers, the page's origin. */
  requiresKnownSite?: boolean;
  addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void;
  /** Renders an error for this format's clients. */
  toErrorBody(problem: Problem): unknown;
}
