import type { Hono } from 'hono';
import type { Threadline } from '../../client/connect.js';
import type { OpenStreams } from './access/open-streams.js';

export interface Identity {
  /** The owner of everything this caller creates and sees. */
  user: string;
  /** Slugs of the flows that this caller may use. Absent: all. */
  flows?: readonly string[] | undefined;
  /** One of the project's `approvers` may answer approvals by `staff`. Default: none. */
  roles?: readonly string[] | undefined;
  /**
   * May answer every approval, and act for the user in the header `threadline-user`. The audit log records both names.
   */
  admin?: boolean | undefined;
}

/**
 * Identifies the caller; null refuses the request. Throws only if the caller cannot be determined. `client` is the
 * gateway's own, for all users.
 */
export type Authenticate = (
  request: Request,
  gateway: { client: Threadline },
) => Promise<Identity | null> | Identity | null;

export interface Caller extends Identity {
  client: Threadline;
  /** A client for all users, limited to the administrator's flows. Absent for other callers. */
  everybody?: Threadline | undefined;
}

export interface RequestOrigin {
  address?: string | undefined;
  /** Cuts the connection. Without it, a stream that must not look complete ends with an error, which servers log. */
  cut?: (() => void) | undefined;
}

export interface GatewayEnv {
  Bindings: RequestOrigin;
  Variables: {
    caller: Caller;
    turn?: string;
    failure?: unknown;
  };
}

export type GatewayPage = (app: Hono<GatewayEnv>) => void;

export interface GatewayContext {
  streams: OpenStreams;
  slowReaderMs: number;
  temporalUi?: string | undefined;
}
