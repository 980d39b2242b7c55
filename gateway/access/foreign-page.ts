import { ThreadlineError } from '../../client/threadline-error.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what a page of another origin has a browser send with the user's cookies. A bearer's token needs no such look: a browser
 * asks by CORS before it sends one. Other schemes, as Basic, browsers send by themselves, as they send cookies. Throws
 * `Gateway.Unauthorized`.
 */
export function refuseForeignPage({ method, headers }: Request, origins: readonly string[]): void {
  const hasToken = /^bearer /i.test(headers.get('authorization') ?? '');
  if (SAFE_METHODS.includes(method) || hasToken) return;
  if (isForeignPage({ headers }, origins))
    throw new ThreadlineError('Gateway.Unauthorized', 'Pages of this origin may not ask');
}

/**
 * Whether a browser sent the request for a page of an origin that is neither the gateway's nor listed. Old browsers send only the
 * origin; programs send nothing.
 */
export function isForeignPage({ headers }: Pick<Request, 'headers'>, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'cross-site' || site === 'same-site';
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
