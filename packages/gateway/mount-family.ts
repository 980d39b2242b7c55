import { Hono, type Context } from 'hono';
import type { Threadline } from '../../client/threadline.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import { findCaller } from './access/find-caller.js';
import { requireKnownSite } from './access/known-site.js';
import type { FailedAttempts } from './access/failed-attempts.js';
import type { RateWindows } from './access/rate-windows.js';
import { respondProblem } from './errors/respond-problem.js';
import type { Authenticate, GatewayContext, GatewayEnv } from './gateway-env.js';
import type { LargeBodies } from './requests/large-bodies.js';
import type { RouteFamily } from './route-family.js';

/** Gives errors of the middleware the family's format, too. */
export function mountFamily(
  app: Hono<GatewayEnv>,
  {
    family,
    context,
    rates,
    failed,
    large,
    findClient,
    ...access
  }: {
    family: RouteFamily;
    context: GatewayContext;
    rates: RateWindows;
    failed: FailedAttempts;
    large: LargeBodies;
    findClient: () => Promise<Threadline>;
    authenticate: Authenticate;
    origins: readonly string[];
    hosts?: readonly string[] | undefined;
  },
): void {
  const routes = new Hono<GatewayEnv>();
  routes.onError((error, c) => respondProblem(c, error, (problem) => family.toErrorBody(problem)));
  routes.use(async (c, next) => {
    if (family.requiresKnownSite === true) requireKnownSite(c.req.raw, access);
    const client = await findClient();
    const caller = await failed.guard(c.env.address, () => findCaller({ ...access, client }, c.req.raw));
    c.set('caller', caller);
    rates.take(caller.user);
    if (c.req.url.includes('%00'))
      throw new ThreadlineError('Gateway.InvalidRequest', 'The URL contains a NUL character');
    refuseEncodedBody(c.req.header('content-encoding'));
    await large.during({ request: c.req.raw, user: caller.user }, next);
    // Not cached: a shared cache must not keep one user's answer.
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });
  family.addRoutes(routes, context);
  routes.all('*', (c) => refuse(c, allowedMethods(routes.routes, c.req.path.slice(family.base.length))));
  app.route(family.base, routes);
}

/** For the routes of the application itself, before those of families, whose callers need credentials. */
export function refuseOtherMethods(app: Hono<GatewayEnv>): void {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = listMethods(routes.filter((route) => route.path === path));
    app.all(path, (c) => refuse(c, methods));
  }
}

function refuse(c: Context<GatewayEnv>, methods: readonly string[]): never {
  if (methods.length === 0) throw noSuchRoute();
  c.header('allow', methods.join(', '));
  throw new ThreadlineError(
    'Gateway.MethodNotAllowed',
    `This route accepts ${methods.join(' and ')}, not ${c.req.method}`,
  );
}

/** Refused, because a compressed body may be much larger than its length shows. */
function refuseEncodedBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new ThreadlineError(
    'Gateway.UnsupportedEncoding',
    `A body with content-encoding '${encoding.slice(0, 40)}' is not supported: send it uncompressed`,
  );
}

export function noSuchRoute(): ThreadlineError {
  return new ThreadlineError('Gateway.NotFound', 'The route does not exist');
}

interface ListedRoute {
  method: string;
  path: string;
}

function allowedMethods(routes: readonly ListedRoute[], path: string): string[] {
  return listMethods(routes.filter((route) => route.method !== 'ALL' && matchesPattern(route.path, path)));
}

function listMethods(routes: readonly ListedRoute[]): string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)].sort();
}

function matchesPattern(pattern: string, path: string): boolean {
  const names = pattern.split('/');
  const parts = (path || '/').split('/');
  return (
    names.length === parts.length &&
    names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]))
  );
}
