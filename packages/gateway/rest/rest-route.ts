import type { Context } from 'hono';
import type { z } from 'zod';
import type { FilePlaces } from '../requests/read-json.js';
import type { Caller, GatewayContext, GatewayEnv } from '../gateway-env.js';

export interface RestRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  query?: z.ZodObject | undefined;
  body?: z.ZodType | undefined;
  /** Where the body may contain files. If absent, the limit is 2 MB. */
  files?: FilePlaces;
  /** The body is a file, which the route reads. */
  isUpload?: true;
  /** Absent if the route answers with 204. */
  answer?: AnswerKind | undefined;
  handle: (request: RestRequest<unknown, unknown>) => Promise<unknown>;
}

export type AnswerKind = {
  says: string;
  status?: 200 | 201 | 202;
} & (
  | {
      /** Only `events` can be resumed. */
      kind: 'json' | 'events' | 'changes';
      schema: z.ZodType;
    }
  | { kind: 'file'; mediaType?: string }
);

export interface RestRequest<Query, Body> {
  caller: Caller;
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  c: Context<GatewayEnv>;
  context: GatewayContext;
}

type Infer<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

export type HandlerResult<Answer> = Answer extends { kind: 'json'; schema: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Answer extends AnswerKind
    ? Response
    : void;

type IsSame<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Returning fields missing in the schema does not compile. TypeScript alone accepts them. */
export type Described<Answer, Returned> = Answer extends { kind: 'json' }
  ? IsSame<Returned, HandlerResult<Answer>> extends true
    ? unknown
    : { handle: 'The handler returns another type than its answer describes' }
  : unknown;

export function defineRoute<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends AnswerKind | undefined = undefined,
  Returned extends HandlerResult<Answer> = HandlerResult<Answer>,
>(
  route: Omit<RestRoute, 'query' | 'body' | 'answer' | 'handle'> & {
    query?: Query;
    body?: Body;
    answer?: Answer;
    handle: (request: RestRequest<Infer<Query>, Infer<Body>>) => Promise<Returned>;
  } & Described<Answer, Returned>,
): RestRoute {
  // The route's schemas have parsed the values.
  return route as unknown as RestRoute;
}
