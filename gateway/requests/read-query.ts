import type { Context } from 'hono';
import { z } from 'zod';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';
import { check } from './read-body.js';

/** The schema of a route that accepts no query parameters. */
export const NO_QUERY = z.object({});

/** The checked query parameters of a request. Throws `Gateway.InvalidRequest`, which names an unknown parameter. */
export function readQuery<Schema extends z.ZodObject>(
  c: Context<GatewayEnv>,
  schema: Schema,
): z.infer<Schema> {
  const given = c.req.query();
  const unknown = findUnknown(given, schema);
  if (unknown !== undefined)
    throw new ThreadlineError('Gateway.InvalidRequest', describeUnknown(unknown, schema));
  return check(schema, given, 'query');
}

/** The first parameter that a schema lacks. */
export function findUnknown(
  given: Readonly<Record<string, string>>,
  { shape }: z.ZodObject,
): string | undefined {
  return Object.keys(given).find((name) => !Object.hasOwn(shape, name));
}

export function describeUnknown(name: string, { shape }: z.ZodObject): string {
  const known = Object.keys(shape);
  const accepted = known.length === 0 ? 'no query parameters' : known.map((one) => `'${one}'`).join(', ');
  return `Unknown query parameter '${name.slice(0, 80)}': this route accepts ${accepted}`;
}
