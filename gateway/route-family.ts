import type { Hono } from 'hono';
import type { GatewayContext, GatewayEnv } from './gateway-env.js';
import type { Problem } from './errors/describe-problem.js';

/** The routes below one path, which speak one wire format. */
export interface RouteFamily {
  /** The path that its routes stand below, as `/api/v1`; they are mounted behind authentication. */
  base: string;
  /** Whether a request must come by a known host name, and from a known page if a browser sent it. */
  requiresKnownSite?: boolean;
  addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void;
  /** The body of an error, in the shape that its clients read. */
  toErrorBody(problem: Problem): unknown;
}
