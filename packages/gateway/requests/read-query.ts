import type { Context } from 'hono';
import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';
import { check } from './read-body.js';

export const NO_QUERY = z.object({});

type QueryValues = Readonly<Record<string, readonly string[]>>;

/** Throws `Gateway.InvalidRequest` for an unknown or repeated parameter. */
export function readQuery<Schema extends z.ZodObject>(
  c: Context<GatewayEnv>,
  schema: Schema,
): z.infer<Schema> {
  const values = c.req.queries();
  const problem = findQueryProblem(values, schema);
  if (problem) throw new ThreadlineError('Gateway.InvalidRequest', problem.message);
  return check(schema, firstValues(values), 'query');
}

export function findQueryProblem(
  values: QueryValues,
  { shape }: z.ZodObject,
): { name: string; kind: 'unknown' | 'repeated'; message: string } | undefined {
  for (const [name, { length }] of Object.entries(values)) {
    const named = `'${name.slice(0, 80)}'`;
    if (!Object.hasOwn(shape, name))
      return { name, kind: 'unknown', message: `Unknown query parameter ${named}: ${listAccepted(shape)}` };
    if (length > 1)
      return { name, kind: 'repeated', message: `Query parameter ${named} has ${length} values: send one` };
  }
  return undefined;
}

export function firstValues(values: QueryValues): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).map(([name, [first]]) => [name, first]));
}

function listAccepted(shape: Readonly<Record<string, unknown>>): string {
  const known = Object.keys(shape).map((one) => `'${one}'`);
  return `this route accepts ${known.length === 0 ? 'no query parameters' : known.join(', ')}`;
}
