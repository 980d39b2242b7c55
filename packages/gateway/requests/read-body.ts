import type { Context } from 'hono';
import type { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';
import { readJson, type FilePlaces } from './read-json.js';

/** Throws `Gateway.InvalidRequest`, and the errors of `readJson`. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<GatewayEnv>,
  schema: Schema,
  files: FilePlaces = [],
): Promise<z.infer<Schema>> {
  let body: unknown;
  try {
    body = (await readJson(c.req.raw, files)) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ThreadlineError('Gateway.InvalidRequest', 'The body is not JSON');
  }
  return check(schema, body, 'body');
}

export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: string,
): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = [where, ...(issue?.path ?? [])].map(String).join('.');
  throw new ThreadlineError(
    'Gateway.InvalidRequest',
    `'${field.slice(0, 200)}' is invalid: ${issue?.message ?? 'unexpected format'}`,
  );
}
