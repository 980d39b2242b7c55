import { callPlanner } from '../../../activities/agent/replan/create-call-planner.js';
import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Authenticate, Caller } from '../gateway-env.js';
import { readNameHeader } from '../requests/read-name-header.js';
import { refuseForeignPage } from './foreign-page.js';
import { limitFlows } from './limit-flows.js';

const FOR_USER_HEADER = 'threadline-user';

/**
 * Rejects NUL, which Postgres cannot store, and lone surrogates, different ones of which it would store
 * alike.
 */
function isUserName(user: unknown): user is string {
  return typeof user === 'string' && user !== '' && !user.includes('\0') && user.isWellFormed();
}

export async function findCaller(
  {
    client,
    authenticate,
    origins,
  }: { client: Threadline; authenticate: Authenticate; origins: readonly string[] },
  request: Request,
): Promise<Caller> {
  refuseForeignPage(request, origins);
  // An untyped project's function may return undefined.
  const identity = (await authenticate(request, { client })) ?? null;
  if (identity === null || !isUserName(identity.user))
    throw new ThreadlineError('Gateway.Unauthorized', 'Credentials are missing or invalid');
  // Checked, because `includes` of a string would match parts of slugs.
  if (identity.flows && !Array.isArray(identity.flows))
    throw new Error("authenticate() returned 'flows' that are not a list of slugs");
  if (identity.roles && !Array.isArray(identity.roles))
    throw new Error("authenticate() returned 'roles' that are not a list of names");
  const named = readNameHeader(request, FOR_USER_HEADER) ?? identity.user;
  if ((named !== identity.user && identity.admin !== true) || !isUserName(named))
    throw new ThreadlineError('Client.NotFound', 'The user does not exist');
  // The audit log shows the administrator's own name.
  const { flows, roles = [], admin } = identity;
  const own = client.forUser(named, { actor: identity.user, roles, admin, planner: callPlanner });
  const limited = (all: Threadline): Threadline => (flows ? limitFlows(all, flows) : all);
  return {
    ...identity,
    user: named,
    client: limited(own),
    everybody: identity.admin === true ? limited(client.actingAs(identity.user)) : undefined,
  };
}
