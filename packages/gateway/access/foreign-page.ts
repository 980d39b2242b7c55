import { ThreadlineError } from '../../../client/threadline-error.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Browsers send Basic credentials to other origins without a CORS check. Throws `Gateway.Unauthorized`. */
export function refuseForeignPage({ method, headers }: Request, origins: readonly string[]): void {
  const hasToken = /^bearer /i.test(headers.get('authorization') ?? '');
  if (SAFE_METHODS.includes(method) || hasToken) return;
  if (isForeignPage({ headers }, origins))
    throw new ThreadlineError('Gateway.Unauthorized', 'Pages of this origin are not allowed');
}

/** Also checks `Origin`, the only header that old browsers send. Programs send neither. */
export function isForeignPage({ headers }: Pick<Request, 'headers'>, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'cross-site' || site === 'same-site';
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
