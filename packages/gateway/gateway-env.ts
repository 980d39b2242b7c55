import type { Hono } from 'hono';
import type { Threadline } from '../../client/threadline.js';
import type { OpenStreams } from './access/open-streams.js';

export interface Identity {
  user: string;
  /** Absent if all flows are allowed. */
  flows?: readonly string[] | undefined;
  /** Roles for approvals. Default: none. */
  roles?: readonly string[] | undefined;
  /** May answer every approval, and act for the user in the header `threadline-user`. The audit log records both. */
  admin?: boolean | undefined;
}

/** Null refuses the request. Throw only if the caller cannot be determined. */
export type Authenticate = (
  request: Request,
  gateway: { client: Threadline },
) => Promise<Identity | null> | Identity | null;

export interface Caller extends Identity {
  client: Threadline;
  /** For all users, limited to the administrator's flows. Absent for other callers. */
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
  alertRules?: string | undefined;
  shareDays?: number | undefined;
}
