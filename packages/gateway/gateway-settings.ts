import type { Authenticate } from './gateway-env.js';

export interface GatewaySettings {
  /** A non-loopback address needs `authenticate`. Default: 127.0.0.1. */
  host?: string;
  /** Default: 8787. */
  port?: number;
  /** Null refuses the request. Default: accepts the key in the data folder, for the machine's user. */
  authenticate?: Authenticate;
  limits?: GatewayLimits & ConnectionLimits;
  /**
   * The Temporal UI's Workflows page, such as `https://cloud.temporal.io/namespaces/chats.a1b2c/workflows`.
   * Default: no links, or with `threadline serve` the UI of `threadline dev`.
   */
  temporalUi?: string;
  /**
   * The page of an alert rule, such as `https://prometheus.example/alerts?search={rule}`. Default: no links.
   */
  alertRules?: string;
  /**
   * The most days that a read-only link to a chat may be valid (1 to 3,650). Anyone with a link reads the messages up
   * to the time of sharing. Default: no links.
   */
  shareDays?: number | undefined;
  /**
   * The load balancer's header for the client's address. Only its last entry is trusted. Default: the connection's
   * address.
   */
  addressHeader?: string;
  /** Origins of pages that may call the gateway. Default: none. */
  origins?: readonly string[];
  /**
   * Host names for `/mcp`, besides localhost and IP addresses. Default with `authenticate`: any for programs,
   * none for pages. Default without it: none.
   */
  hosts?: readonly string[];
}

/** Limits per user and gateway process. */
export interface GatewayLimits {
  /** Default: 600. */
  requestsPerMinute?: number;
  /** Per address, without valid credentials. Further requests get a slow 429. Default: 60. */
  failedAttemptsPerMinute?: number;
  /** Per user. Default: 100. */
  openStreams?: number;
  /** Ends a stream whose reader reads nothing for this long. Default: 30. */
  slowReaderSeconds?: number;
}

/** For `threadline serve` and `serveGateway`. Another server that mounts the router has its own limits. */
export interface ConnectionLimits {
  /** Further connections are closed without an answer. Default: 5,000. */
  connections?: number;
  /**
   * Per address, or per network for IPv6. A further connection closes the oldest one without a running request, or
   * else itself. Ignored with `addressHeader`. Default: 1,000.
   */
  connectionsPerAddress?: number;
  /** To receive the headers, before a 408. Default: 10. */
  headersSeconds?: number;
  /** To receive a whole request. Default: 120. */
  requestSeconds?: number;
}
