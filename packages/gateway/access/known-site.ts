import { ThreadlineError } from '../../../client/threadline-error.js';
import { isRebindable } from '../../../protocol/rebindable-host.js';

export interface KnownSites {
  origins: readonly string[];
  /** Besides localhost and IP addresses. If absent, programs may use any name. */
  hosts?: readonly string[] | undefined;
}

/**
 * Refuses DNS rebinding, where a page's name points at this address. Pages send `Origin` with every POST; without it,
 * checks the name only if `hosts` is set. Throws `Gateway.Forbidden`.
 */
export function requireKnownSite({ headers, url }: Request, { origins, hosts }: KnownSites): void {
  const host = headers.get('host') ?? new URL(url).host;
  if (hosts && !isKnownHost(host, hosts)) throw forbidden('Host', host, 'gateway.hosts');
  const origin = headers.get('origin');
  if (origin === null || origins.includes(origin)) return;
  const isSameHost = URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  if (!isSameHost || !isKnownHost(host, hosts ?? [])) throw forbidden('Origin', origin, 'gateway.origins');
}

function isKnownHost(host: string, hosts: readonly string[]): boolean {
  const name = host.toLowerCase();
  return hosts.includes(name.replace(/:\d+$/, '')) || hosts.includes(name) || !isRebindable(host);
}

function forbidden(header: string, value: string, setting: string): ThreadlineError {
  return new ThreadlineError(
    'Gateway.Forbidden',
    `${header} '${value.slice(0, 200)}' is not allowed here: add it to '${setting}' in threadline.config`,
  );
}
