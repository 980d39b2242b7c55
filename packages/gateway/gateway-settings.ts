import type { Authenticate } from './gateway-env.js';

export interface GatewaySettings {
  /** Any address but a loopback one needs `authenticate`. Default: 127.0.0.1. */
  host?: string;
  /** Default: 8787. */
  port?: number;
  /** Null refuses the request. Default: one key in the data folder, for the machine's user. */
  authenticate?: Authenticate;
  limits?: GatewayLimits & ConnectionLimits;
  /**
   * The Temporal UI's Workflows page, as `https://cloud.temporal.io/namespaces/chats.a1b2c/workflows`. Default: that
   * of `threadline dev`.
   */
  temporalUi?: string;
  /** The page of an alert rule, as `https://prometheus.example/alerts?search={rule}`. Default: no links. */
  alertRules?: string;
  /**
   * Users may share read-only links to chats, valid for at most this many days (1 to 3,650). Anyone with a link reads
   * the messages up to the time of sharing. Default: no links.
   */
  shareDays?: number | undefined;
  /**
   * The header with the client's address from a balancer; only its last entry is trusted. Default: the connection's
   * address.
   */
  addressHeader?: string;
  /** Origins of pages that may call the gateway. Default: none. */
  origins?: readonly string[];
  /**
   * Names for `/mcp` besides localhost and IP addresses. Default: with `authenticate`, any for programs and none for
   * pages; else none.
   */
  hosts?: readonly string[];
}

/** Per user and gateway process. */
export interface GatewayLimits {
  /** Default: 600. */
  requestsPerMinute?: number;
  /** Requests without valid credentials from one address. Further ones get a slow 429. Default: 60. */
  failedAttemptsPerMinute?: number;
  /** Default: 100. */
  openStreams?: number;
  /** Seconds without reading. Default: 30. */
  slowReaderSeconds?: number;
}

/** For `threadline serve` and `serveGateway`; a router mounted in another server has that server's limits. */
export interface ConnectionLimits {
  /** A further one is closed without an answer. Default: 5,000. */
  connections?: number;
  /**
   * IPv6 addresses count by network. A further one closes the address's oldest connection without a running request,
   * or is closed itself. Does not apply with `addressHeader`. Default: 1,000.
   */
  connectionsPerAddress?: number;
  /** Seconds for a request's headers; then 408. Default: 10. */
  headersSeconds?: number;
  /** Seconds for a whole request. Default: 120. */
  requestSeconds?: number;
}
