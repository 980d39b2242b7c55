import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { describeProblem } from './errors/describe-problem.js';
import type { GatewayEnv } from './gateway-env.js';
import { OpenAiError } from './openai/errors/openai-error.js';

/** A line of the log for a request: never a text, and no ids but those of the user and the turn. */
export interface RequestFacts {
  method: string;
  /** As it is declared, as `/api/v1/conversations/:flow/turns`. */
  route: string;
  status: number;
  /** Until the answer or its first part. */
  ms: number;
  user?: string | undefined;
  turn?: string | undefined;
  /** The type of the failure that it came to. */
  error?: string | undefined;
  /** The fault itself, where nobody foresaw it: for whoever fixes it, not for the caller. */
  cause?: unknown;
}

/** Tells every request when it is answered. */
export function logRequests(log: (request: RequestFacts) => void): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const startMs = performance.now();
    await next();
    const failure: unknown = c.get('failure');
    const { type, isFault } = failure === undefined ? NO_FAILURE : describeFailure(failure);
    log({
      method: c.req.method,
      route: matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none',
      status: c.res.status,
      ms: Math.round(performance.now() - startMs),
      // Absent where nobody was let in.
      user: (c.get('caller') as { user: string } | undefined)?.user,
      turn: c.get('turn'),
      error: type,
      cause: isFault ? failure : undefined,
    });
  };
}

interface FailureFacts {
  type: string | undefined;
  /** Nobody foresaw it. */
  isFault: boolean;
}

const NO_FAILURE: FailureFacts = { type: undefined, isFault: false };

function describeFailure(failure: unknown): FailureFacts {
  if (failure instanceof OpenAiError) {
    const { code, type, status } = failure.facts;
    return { type: code ?? type, isFault: status === 500 };
  }
  const { type, status } = describeProblem(failure);
  return { type, isFault: status === 500 };
}
