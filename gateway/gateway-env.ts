import type { Hono } from 'hono';
import type { Threadline } from '../client/connect.js';
import type { OpenStreams } from './access/open-streams.js';

/** Who a request comes from, as `authenticate` says. */
export interface Identity {
  /** Whose the things are that it makes and sees. */
  user: string;
  /** Slugs of the flows that exist for this caller; absent: all. */
  flows?: readonly string[] | undefined;
  /** The user's roles: who has one of the project's `approvers` may answer approvals by `staff`. Default: none. */
  roles?: readonly string[] | undefined;
  /** May answer every approval, and act for another user, named by the header `threadline-user`. The audit log has both names. */
  admin?: boolean | undefined;
}

/**
 * Decides who a request comes from; null: from nobody who may ask. Throws only where that cannot be found out. `client` is the
 * gateway's own, of everybody.
 */
export type Authenticate = (
  request: Request,
  gateway: { client: Threadline },
) => Promise<Identity | null> | Identity | null;

/** Who a request is for, and the client that sees what is this user's alone. */
export interface Caller extends Identity {
  client: Threadline;
  /** Of everybody, for the flows that exist for an administrator; absent: the caller is none. */
  everybody?: Threadline | undefined;
}

/** Where a request comes from, as the server knows it. */
export interface RequestOrigin {
  /** The address of the client. Absent when it is unknown. */
  address?: string | undefined;
  /** Cuts the connection. Without it, a stream that must not look complete ends with an error, which servers log. */
  cut?: (() => void) | undefined;
}

/** The values that Hono carries from the middleware to the handlers. */
export interface GatewayEnv {
  /** The facts that the server has beside the request. */
  Bindings: RequestOrigin;
  Variables: {
    caller: Caller;
    /** The turn that the request is about, for the request log; set by the handler. */
    turn?: string;
    /** The failure that ended the request, where one did. */
    failure?: unknown;
  };
}

/** Adds the routes of a page that anybody may load. */
export type GatewayPage = (app: Hono<GatewayEnv>) => void;

/** The dependencies that the families of routes share. */
export interface GatewayContext {
  /** Every streamed answer is counted here and ended by it. */
  streams: OpenStreams;
  /** How long a stream waits for a reader that does not read. */
  slowReaderMs: number;
  /** The page of Temporal's UI below which the Workflows are; absent: it is not known. */
  temporalUi?: string | undefined;
}
