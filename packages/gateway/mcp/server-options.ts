import { describeProblem } from '../errors/describe-problem.js';
import type { Caller } from '../gateway-env.js';
import type { FlowServerOptions } from './flow-server.js';

/** Shorter than the clients' timeout of a minute. */
const WAIT_MS = 50_000;

export function serverOptions({ client, user }: Caller): FlowServerOptions {
  return {
    client,
    user,
    waitMs: WAIT_MS,
    version: '1',
    describe: (error) => describeProblem(error).message,
  };
}
