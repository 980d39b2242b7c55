import type { Context } from 'hono';
import type { z } from 'zod';
import type { Caller, GatewayContext, GatewayEnv } from '../gateway-env.js';

/** A route of ours: what it takes, what it gives, and how it is described. */
export interface RestRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the base, with names in braces: `/conversations/{flow}/turns`. */
  path: string;
  /** The route's effect, in a sentence of a few words. */
  summary: string;
  query?: z.ZodObject | undefined;
  body?: z.ZodType | undefined;
  /** The route's answer; absent: nothing, with status 204. */
  answer?: AnswerKind | undefined;
  handle: (request: RestRequest<unknown, unknown>) => Promise<unknown>;
}

/** Of an answer: JSON, Server-Sent Events, or a file. */
export interface AnswerKind {
  kind: 'json' | 'events' | 'file';
  /** The content of the answer, in a few words. */
  says: string;
  /** Default 200. */
  status?: 200 | 201 | 202;
}

/** A request that was checked. */
export interface RestRequest<Query, Body> {
  caller: Caller;
  /** The names of the path, decoded. */
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** The rest of the request, and what streams need. */
  c: Context<GatewayEnv>;
  context: GatewayContext;
}

type Infer<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

/** Types a route: its handler gets what its schemas give. */
export function defineRoute<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<RestRoute, 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: Body;
    handle: (request: RestRequest<Infer<Query>, Infer<Body>>) => Promise<unknown>;
  },
): RestRoute {
  // The schemas that made the values are those of the same route.
  return route as unknown as RestRoute;
}
