import { LargeBodies } from './requests/large-bodies.js';
import { MAX_FILES_BYTES } from './requests/read-bytes.js';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { Threadline } from '../client/connect.js';
import { OpenStreams } from './access/open-streams.js';
import { FailedAttempts } from './access/failed-attempts.js';
import { RateWindows } from './access/rate-windows.js';
import { compressAnswers } from './compress-answers.js';
import { plainErrorBody, respondProblem } from './errors/respond-problem.js';
import type { Authenticate, GatewayEnv, GatewayPage, RequestOrigin } from './gateway-env.js';
import type { GatewayLimits } from './gateway-settings.js';
import { mountFamily, noSuchRoute } from './mount-family.js';
import { NO_QUERY, readQuery } from './requests/read-query.js';
import { logRequests, type RequestFacts } from './request-log.js';
import { mcpFamily } from './mcp/mcp-family.js';
import { openaiFamily } from './openai/openai-family.js';
import { addDescription } from './rest/add-description.js';
import { restFamily } from './rest/rest-family.js';
import { uiMessagesFamily } from './ui-messages/ui-messages-family.js';
import type { RouteFamily } from './route-family.js';

/** The settings of a gateway: what it serves, and which users may call it. */
export interface GatewayOptions {
  /**
   * Of everybody, or of the one user that the gateway is for. The gateway does not close it. A function is called with the first
   * request, and again if it fails: a module that exports `gateway.fetch` can then be loaded by a build, without servers.
   */
  client: Threadline | (() => Promise<Threadline>);
  /** Decides who a request comes from; null: nobody who may ask. */
  authenticate: Authenticate;
  /** Pages of other origins that may ask, as `https://chat.example.com`; default: none. */
  origins?: readonly string[];
  /** Host names by which `/mcp` may be called besides localhost and IP addresses; default: any name for programs, none for pages. */
  hosts?: readonly string[] | undefined;
  limits?: GatewayLimits;
  /** `serveStudio` of `threadline/studio` serves the studio, a page for people, at `/studio/`. Default: no page. */
  studio?: GatewayPage;
  /** The page of Temporal's UI with the Workflows, to which the studio links, as `http://127.0.0.1:8233/namespaces/default/workflows`; default: no links. */
  temporalUi?: string | undefined;
  /** Is told of every request, never of its texts; default: nobody is. */
  log?: (request: RequestFacts) => void;
}

/** A router of standard requests, to be served by any server. */
export interface Gateway {
  /** Answers a request. A framework may call it as a route handler, with arguments of its own after the request. */
  fetch(request: Request): Promise<Response>;
  /** `address` is that of who asks: wrong credentials are counted by it. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** Streams that are open now. */
  readonly openStreams: number;
  /** Ends all streams, so that their readers go on at another gateway; requests are answered still. */
  endStreams(): void;
}

/** All that is served behind authentication, one a wire format. */
export const FAMILIES: readonly RouteFamily[] = [restFamily, openaiFamily, uiMessagesFamily, mcpFamily];

const REQUESTS_PER_MINUTE = 600;
const FAILED_ATTEMPTS_PER_MINUTE = 60;
const OPEN_STREAMS = 100;
/** Four of the largest. Each takes a few times its size while it is read and stored. */
const LARGE_BYTES_PER_USER = 4 * MAX_FILES_BYTES;
/** Of four users at their limit. */
const LARGE_BYTES = 4 * LARGE_BYTES_PER_USER;
/** A reader that has not taken a piece for so long is gone, or as good as. */
const SLOW_READER_SECONDS = 30;
/** Whoever asks whether it is ready asks again soon. */
const READY_MS = 2_000;

/** Makes a gateway. It keeps nothing between requests, so that any number may stand behind a balancer. */
export function createGateway(options: GatewayOptions): Gateway {
  const { authenticate, log, limits = {} } = options;
  const findClient = openOnce(options.client);
  const streams = new OpenStreams(limits.openStreams ?? OPEN_STREAMS);
  const rates = new RateWindows(limits.requestsPerMinute ?? REQUESTS_PER_MINUTE);
  const failed = new FailedAttempts(limits.failedAttemptsPerMinute ?? FAILED_ATTEMPTS_PER_MINUTE);
  const large = new LargeBodies({ maxBytesPerUser: LARGE_BYTES_PER_USER, maxBytes: LARGE_BYTES });
  const { temporalUi } = options;
  const slowReaderMs = (limits.slowReaderSeconds ?? SLOW_READER_SECONDS) * 1_000;
  const context = { streams, slowReaderMs, temporalUi };
  const app = new Hono<GatewayEnv>();
  if (log !== undefined) app.use(logRequests(log));
  app.use(secureHeaders());
  const { origins = [] } = options;
  if (origins.length > 0)
    app.use(cors({ origin: [...origins], exposeHeaders: ['retry-after'], maxAge: 600 }));
  app.use(compressAnswers(origins));
  app.get('/healthz', (c) => {
    readQuery(c, NO_QUERY);
    return c.text('ok\n');
  });
  app.get('/readyz', async (c) => {
    readQuery(c, NO_QUERY);
    const isReady = await findClient()
      .then((client) => client.flows({ timeoutMs: READY_MS }))
      .then(
        () => true,
        () => false,
      );
    return isReady ? c.text('ready\n') : c.text('Postgres does not answer\n', 503);
  });
  addDescription(app);
  options.studio?.(app);
  const access = { findClient, authenticate, origins, hosts: options.hosts, rates, failed, large };
  for (const family of FAMILIES) mountFamily(app, { family, context, ...access });
  app.notFound((c) => respondProblem(c, noSuchRoute(), plainErrorBody));
  app.onError((error, c) => respondProblem(c, error, plainErrorBody));
  return {
    fetch: async (request: Request, origin: RequestOrigin = {}) => app.fetch(request, origin),
    get openStreams() {
      return streams.size;
    },
    endStreams: () => streams.endAll(),
  };
}

/** Connects once: with the first request, and again after a failure. */
function openOnce(client: GatewayOptions['client']): () => Promise<Threadline> {
  if (typeof client !== 'function') return () => Promise.resolve(client);
  let opened: Promise<Threadline> | undefined;
  return () =>
    (opened ??= client().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
}
