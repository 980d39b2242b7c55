import { isIPv6 } from 'node:net';
import { ThreadlineError } from '../../client/threadline-error.js';
import { RateWindows } from './rate-windows.js';

/** Groups of an IPv6 address that name a network; whoever has one has all its addresses. */
const NETWORK_GROUPS = 4;

/**
 * Counts requests without credentials that are known, by the address that they come from: who tries too often is refused before
 * anything is looked up. Where no address is known, nothing is counted.
 */
export class FailedAttempts {
  readonly #windows: RateWindows;

  constructor(perMinute: number) {
    const words = 'From this address % requests a minute may have wrong credentials, and had them';
    this.#windows = new RateWindows(perMinute, { words });
  }

  /** Performs what finds out who asks. Throws `Gateway.LimitReached` where it failed too often from there. */
  async guard<Result>(address: string | undefined, find: () => Promise<Result>): Promise<Result> {
    if (address === undefined) return find();
    const key = nameNetwork(address);
    this.#windows.check(key);
    try {
      return await find();
    } catch (error) {
      if (error instanceof ThreadlineError && error.type === 'Gateway.Unauthorized') this.#windows.take(key);
      throw error;
    }
  }
}

/** The address itself; of IPv6 the network that it is in. */
function nameNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':');
}
