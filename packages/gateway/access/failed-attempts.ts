import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { RateWindows } from './rate-windows.js';

/** Counts IPv6 clients by network, because one can use all addresses of its network. */
const NETWORK_GROUPS = 4;

/** Delays a rejection, which limits a connection with wrong credentials to one lookup per second. */
const SLOW_DOWN_MS = 1_000;

/** Counts failed logins by address. Valid credentials always work: other people may share the address. */
export class FailedAttempts {
  readonly #windows: RateWindows;

  constructor(perMinute: number) {
    const words =
      'Over % requests a minute with unknown or missing credentials from this address: send a valid key';
    this.#windows = new RateWindows(perMinute, { words });
  }

  async guard<Result>(address: string | undefined, find: () => Promise<Result>): Promise<Result> {
    try {
      return await find();
    } catch (error) {
      const isUnauthorized = error instanceof ThreadlineError && error.type === 'Gateway.Unauthorized';
      if (isUnauthorized && address !== undefined) await this.#countFailure(address);
      throw error;
    }
  }

  async #countFailure(address: string): Promise<void> {
    try {
      this.#windows.take(nameNetwork(address));
    } catch (error) {
      await sleep(SLOW_DOWN_MS, undefined, { ref: false });
      throw error;
    }
  }
}

export function nameNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':');
}
