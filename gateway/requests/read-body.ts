import type { Context } from 'hono';
import type { z } from 'zod';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';
import { parseJson } from './parse-json.js';
import { readText } from './read-bytes.js';

/** The JSON body of a request, checked. Throws `Gateway.InvalidRequest` with a sentence that names the field. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<GatewayEnv>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readText(c.req.raw);
  let body: unknown;
  try {
    body = text === '' ? {} : parseJson(text);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    throw new ThreadlineError('Gateway.InvalidRequest', 'The body is not JSON');
  }
  return check(schema, body, 'body');
}

/** A value of a request, checked. Throws `Gateway.InvalidRequest`; `where` is the part of the request that it stood in. */
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
    `'${field.slice(0, 200)}' is wrong: ${issue?.message ?? 'it has another form'}`,
  );
}
