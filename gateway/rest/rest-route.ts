import type { Context } from 'hono';
import type { z } from 'zod';
import type { FilePlaces } from '../requests/read-json.js';
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
  /** The places of the body where files may be, as base64; absent: there are none, and the body has 2 MB at most. */
  files?: FilePlaces;
  /** The route's answer; absent: nothing, with status 204. */
  answer?: AnswerKind | undefined;
  handle: (request: RestRequest<unknown, unknown>) => Promise<unknown>;
}

/** Of an answer: JSON, Server-Sent Events, or a file. */
export type AnswerKind = {
  /** The content of the answer, in a few words. */
  says: string;
  /** Default 200. */
  status?: 200 | 201 | 202;
} & (
  | {
      kind: 'json' | 'events';
      /** Of the value that the handler gives, or of one event. Its JSON has the same fields, and times as texts. */
      schema: z.ZodType;
    }
  | { kind: 'file' }
);

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

/** The result of a handler: as the schema of its answer says, or a response that is made already. */
export type Given<Answer> = Answer extends { kind: 'json'; schema: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Answer extends AnswerKind
    ? Response
    : void;

/** Types a route: its handler gets what its schemas give, and gives what the schema of its answer says. */
export function defineRoute<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends AnswerKind | undefined = undefined,
>(
  route: Omit<RestRoute, 'query' | 'body' | 'answer' | 'handle'> & {
    query?: Query;
    body?: Body;
    answer?: Answer;
    handle: (request: RestRequest<Infer<Query>, Infer<Body>>) => Promise<Given<Answer>>;
  },
): RestRoute {
  // The schemas that made the values are those of the same route.
  return route as unknown as RestRoute;
}
