import type { Context } from 'hono';
import type { z } from 'zod';
import type { GatewayEnv } from '../gateway-env.js';
import { findQueryProblem, firstValues, NO_QUERY } from '../requests/read-query.js';
import { invalidField, renderOpenAiError } from './errors/openai-error.js';
import { toOpenAiError } from './errors/to-openai-error.js';
import { fieldError } from './requests/field-error.js';

/** Fields that select parts of an answer, which always has all parts. */
const IGNORED = /^include(?:_obfuscation|\[\d*\])?$/;

export function answering<Query extends z.ZodObject = typeof NO_QUERY>(
  handle: (c: Context<GatewayEnv>, query: z.infer<Query>) => Promise<Response>,
  // `NO_QUERY` is the default of the default type only.
  schema: Query = NO_QUERY as unknown as Query,
): (c: Context<GatewayEnv>) => Promise<Response> {
  return async (c) => {
    try {
      return await handle(c, readQuery(c, schema));
    } catch (error) {
      c.set('failure', error);
      const { status, headers, body } = renderOpenAiError(toOpenAiError(error));
      return c.json(body, status, headers);
    }
  };
}

function readQuery<Query extends z.ZodObject>(c: Context<GatewayEnv>, schema: Query): z.infer<Query> {
  const values = Object.fromEntries(Object.entries(c.req.queries()).filter(([name]) => !IGNORED.test(name)));
  const problem = findQueryProblem(values, schema);
  if (problem) {
    const code = problem.kind === 'unknown' ? 'unknown_parameter' : 'invalid_value';
    throw invalidField(problem.name.slice(0, 80), problem.message, code);
  }
  const read = schema.safeParse(firstValues(values));
  if (!read.success) throw fieldError(read.error);
  return read.data;
}
