import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { describeProblem } from './errors/describe-problem.js';
import { metrics } from '../../telemetry/metrics/metric-registry.js';
import type { GatewayEnv } from './gateway-env.js';
import { OpenAiError } from './openai/errors/openai-error.js';

/** Contains no text, and no ids but user and turn. */
export interface RequestFacts {
  method: string;
  /** The route as declared, such as `/api/v1/conversations/:flow/turns`. */
  route: string;
  status: number;
  ms: number;
  flow?: string | undefined;
  user?: string | undefined;
  turn?: string | undefined;
  error?: string | undefined;
  /** Not shown to the caller. */
  cause?: unknown;
}

export function observeRequests(
  log: ((request: RequestFacts) => void) | undefined,
): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const startMs = performance.now();
    await next();
    const { method } = c.req;
    const { status } = c.res;
    const ms = performance.now() - startMs;
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none';
    const labels = { method, route, status: String(status) };
    metrics.observe('threadline_http_request_duration_seconds', labels, ms / 1_000);
    if (!log) return;
    const failure: unknown = c.get('failure');
    const { type, isFault } = failure === undefined ? NO_FAILURE : describeFailure(failure);
    log({
      method,
      route,
      status,
      ms: Math.round(ms),
      flow: c.req.param('flow'),
      user: (c.get('caller') as { user: string } | undefined)?.user,
      turn: c.get('turn'),
      error: type,
      cause: isFault ? failure : undefined,
    });
  };
}

interface FailureFacts {
  type: string | undefined;
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
