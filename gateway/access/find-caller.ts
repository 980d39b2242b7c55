import type { Threadline } from '../../client/connect.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { Authenticate, Caller } from '../gateway-env.js';
import { refuseForeignPage } from './foreign-page.js';
import { limitFlows } from './limit-flows.js';

/** The header by which an administrator's request names the user that it is for. */
const FOR_USER_HEADER = 'threadline-user';

/** Postgres cannot store a zero character, and stores different broken halves of surrogate pairs as the same text. */
function isUserName(user: unknown): user is string {
  return typeof user === 'string' && user !== '' && !user.includes('\0') && user.isWellFormed();
}

/** Who a request is for, with the client of that user alone. Throws `Gateway.Unauthorized`. */
export async function findCaller(
  {
    client,
    authenticate,
    origins,
  }: { client: Threadline; authenticate: Authenticate; origins: readonly string[] },
  request: Request,
): Promise<Caller> {
  refuseForeignPage(request, origins);
  // A project without types may give undefined for nobody.
  const identity = (await authenticate(request, { client })) ?? null;
  if (identity === null || !isUserName(identity.user))
    throw new ThreadlineError('Gateway.Unauthorized', 'The request has no credentials that are known here');
  // A text would have parts of slugs in it that are none.
  if (identity.flows !== undefined && !Array.isArray(identity.flows))
    throw new Error("authenticate() returned 'flows' that are not a list of slugs");
  if (identity.roles !== undefined && !Array.isArray(identity.roles))
    throw new Error("authenticate() returned 'roles' that are not a list of names");
  const named = request.headers.get(FOR_USER_HEADER) ?? identity.user;
  if (named !== identity.user && identity.admin !== true)
    throw new ThreadlineError('Client.NotFound', 'There is no such user');
  // What an administrator reads of others is noted under the own name.
  const { flows, roles = [], admin } = identity;
  const own = client.forUser(named, { actor: identity.user, roles, admin });
  const limited = (all: Threadline): Threadline => (flows === undefined ? all : limitFlows(all, flows));
  return {
    ...identity,
    user: named,
    client: limited(own),
    everybody: identity.admin === true ? limited(client.actingAs(identity.user)) : undefined,
  };
}
