import type { Context } from 'hono';
import type { GatewayEnv } from '../gateway-env.js';
import { describeProblem, type Problem } from './describe-problem.js';

export function respondProblem(
  c: Context<GatewayEnv>,
  error: unknown,
  toErrorBody: (problem: Problem) => unknown,
): Response {
  const problem = describeProblem(error);
  c.set('failure', error);
  const headers: Record<string, string> = {};
  if (problem.retryAfterMs !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(problem.retryAfterMs / 1_000)));
  if (problem.status === 401) headers['www-authenticate'] = 'Bearer';
  return c.json(toErrorBody(problem) as object, problem.status, headers);
}

export function plainErrorBody({ type, message, retryId }: Problem): unknown {
  return { error: { type, message, retryId } };
}
