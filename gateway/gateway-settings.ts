import type { Authenticate } from './gateway-env.js';

/** How `threadline serve` serves. */
export interface GatewaySettings {
  /** Address to listen on; another than of this machine needs `authenticate`. Default: 127.0.0.1. */
  host?: string;
  /** Default: 8787. */
  port?: number;
  /**
   * Decides whose a request is: `{ user, flows?, roles?, admin? }`, or null for nobody. Default: one key in the data folder, which is that of
   * the machine's user.
   */
  authenticate?: Authenticate;
  limits?: GatewayLimits & ConnectionLimits;
  /** Temporal's page of the Workflows, to which the studio links, as `https://cloud.temporal.io/namespaces/chats.a1b2c/workflows`. Default: that of a `threadline dev`. */
  temporalUi?: string;
  /**
   * The header in which a balancer in front says who asks, as `x-forwarded-for`; its last part is believed. Default: who connects asks.
   */
  addressHeader?: string;
  /** Pages of other origins that may ask, as `https://chat.example.com`. Default: none. */
  origins?: readonly string[];
  /**
   * Host names by which `/mcp` may be called besides localhost and IP addresses, as `chat.example.com`. Default: with `authenticate`
   * any name for programs and none for pages, else none.
   */
  hosts?: readonly string[];
}

/** The limits of one user at each gateway. */
export interface GatewayLimits {
  /** Default: 600. */
  requestsPerMinute?: number;
  /** Requests with unknown or missing credentials from one address, past which further ones get a slow 429. Default: 60. */
  failedAttemptsPerMinute?: number;
  /** Default: 100. */
  openStreams?: number;
  /** Seconds for which a stream is held for a reader that does not read; default: 30. */
  slowReaderSeconds?: number;
}

/** The limits of what connects to a server of ours, whoever it is: a router that is mounted elsewhere has those of that server. */
export interface ConnectionLimits {
  /** Open at once; one more is closed without an answer. Default: 5,000. */
  connections?: number;
  /**
   * Of those, from one address; IPv6 addresses are counted by network. One more closes the address's oldest connection without a running
   * request, or is closed itself. Does not apply with `addressHeader`. Default: 1,000.
   */
  connectionsPerAddress?: number;
  /** Seconds within which the headers of a request must arrive, also on a new connection; default: 10. Later ones are answered with 408, and cut off. */
  headersSeconds?: number;
  /** Seconds within which a whole request has come; default: 120. */
  requestSeconds?: number;
}
