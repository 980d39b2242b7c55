import { openOnce } from '../../protocol/open-once.js';
import { LargeBodies } from './requests/large-bodies.js';
import { MAX_FILES_BYTES } from './requests/read-bytes.js';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { Threadline } from '../../client/threadline.js';
import { OpenStreams } from './access/open-streams.js';
import { FailedAttempts } from './access/failed-attempts.js';
import { RateWindows } from './access/rate-windows.js';
import { plainErrorBody, respondProblem } from './errors/respond-problem.js';
import type { Authenticate, GatewayEnv, GatewayPage, RequestOrigin } from './gateway-env.js';
import type { GatewayLimits, GatewaySettings } from './gateway-settings.js';
import { mountFamily, noSuchRoute, refuseOtherMethods } from './mount-family.js';
import { NO_QUERY, readQuery } from './requests/read-query.js';
import { metrics } from '../../telemetry/metrics/metric-registry.js';
import { observeRequests, type RequestFacts } from './request-log.js';
import { addSharedChat } from './shared-chat.js';
import { mcpFamily } from './mcp/mcp-family.js';
import { openaiFamily } from './openai/openai-family.js';
import { addDescription } from './rest/add-description.js';
import { restFamily } from './rest/rest-family.js';
import { uiMessagesFamily } from './ui-messages/ui-messages-family.js';
import type { RouteFamily } from './route-family.js';
import { compress } from 'hono/compress';
import { isForeignPage } from './access/foreign-page.js';

/** Event streams are not compressed, which would delay them. */
const COMPRESSED = /^(?:application\/json|text\/html)\b/;

export interface GatewayOptions extends Pick<
  GatewaySettings,
  'origins' | 'hosts' | 'temporalUi' | 'alertRules' | 'shareDays'
> {
  /**
   * For all users or for one; not closed by the gateway. A function connects on the first request, so builds need no
   * servers, and again after a failure.
   */
  client: Threadline | (() => Promise<Threadline>);
  authenticate: Authenticate;
  limits?: GatewayLimits;
  /** The studio at `/studio/`: pass `serveStudio`. Default: none. */
  studio?: GatewayPage;
  /** Called after each request, without message text. */
  log?: (request: RequestFacts) => void;
}

export interface Gateway {
  fetch(request: Request): Promise<Response>;
  /** `origin.address` is the client's address, which limits failed logins. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  readonly openStreams: number;
  /** Ends open streams, whose readers resume elsewhere. Later requests are still answered. */
  endStreams(): void;
}

export const FAMILIES: readonly RouteFamily[] = [restFamily, openaiFamily, uiMessagesFamily, mcpFamily];

/** Pages of other origins see no others. Without them, clients retry what is final and cannot cancel calls. */
const EXPOSED_HEADERS = ['retry-after', 'x-should-retry', 'x-threadline-warning', 'mcp-session-id'];

const REQUESTS_PER_MINUTE = 600;
const FAILED_ATTEMPTS_PER_MINUTE = 60;
const OPEN_STREAMS = 100;
/** Four of the largest bodies: each takes several times its size in memory. */
const LARGE_BYTES_PER_USER = 4 * MAX_FILES_BYTES;
const LARGE_BYTES = 4 * LARGE_BYTES_PER_USER;
const SLOW_READER_SECONDS = 30;
/** Short, because a readiness probe soon retries. */
const READY_MS = 2_000;

/** Gateways are stateless, so any number can run behind a load balancer. */
export function createGateway(options: GatewayOptions): Gateway {
  const { authenticate, log, limits = {} } = options;
  const { client: given } = options;
  const findClient = typeof given === 'function' ? openOnce(given) : () => Promise.resolve(given);
  const streams = new OpenStreams(limits.openStreams ?? OPEN_STREAMS);
  const stopCollecting = metrics.collect(() => [
    { name: 'threadline_open_streams', labels: {}, value: streams.size },
  ]);
  const rates = new RateWindows(limits.requestsPerMinute ?? REQUESTS_PER_MINUTE);
  const failed = new FailedAttempts(limits.failedAttemptsPerMinute ?? FAILED_ATTEMPTS_PER_MINUTE);
  const large = new LargeBodies({ maxBytesPerUser: LARGE_BYTES_PER_USER, maxBytes: LARGE_BYTES });
  const { temporalUi, alertRules, shareDays } = options;
  const slowReaderMs = (limits.slowReaderSeconds ?? SLOW_READER_SECONDS) * 1_000;
  const context = { streams, slowReaderMs, temporalUi, alertRules, shareDays };
  const app = new Hono<GatewayEnv>();
  app.use(observeRequests(log));
  app.use(secureHeaders());
  const { origins = [] } = options;
  if (origins.length > 0)
    app.use(cors({ origin: [...origins], credentials: true, exposeHeaders: EXPOSED_HEADERS, maxAge: 600 }));
  app.use(compressAnswers(origins));
  app.get('/healthz', (c) => {
    readQuery(c, NO_QUERY);
    return c.text('ok\n');
  });
  const findReady = onceASecond(() =>
    findClient()
      .then((client) => client.flows({ timeoutMs: READY_MS }))
      .then(
        () => true,
        () => false,
      ),
  );
  app.get('/readyz', async (c) => {
    readQuery(c, NO_QUERY);
    return (await findReady()) ? c.text('ready\n') : c.text('Postgres does not respond\n', 503);
  });
  addDescription(app);
  options.studio?.(app);
  if (shareDays !== undefined) addSharedChat(app, { findClient, rates, failed });
  refuseOtherMethods(app);
  const access = { findClient, authenticate, origins, hosts: options.hosts, rates, failed, large };
  for (const family of FAMILIES) mountFamily(app, { family, context, ...access });
  app.notFound((c) => respondProblem(c, noSuchRoute(), plainErrorBody));
  app.onError((error, c) => respondProblem(c, error, plainErrorBody));
  return {
    fetch: async (request: Request, origin: RequestOrigin = {}) => app.fetch(request, origin),
    get openStreams() {
      return streams.size;
    },
    endStreams() {
      stopCollecting();
      streams.endAll();
    },
  };
}

/** Anyone may call `/readyz`, without a rate limit. */
function onceASecond<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  return () => {
    if (!looking) {
      looking = look();
      setTimeout(() => (looking = undefined), 1_000).unref();
    }
    return looking;
  };
}

/** Does not compress for pages of unlisted origins: the compressed length would confirm guesses of a user's text. */
function compressAnswers(origins: readonly string[]): MiddlewareHandler<GatewayEnv> {
  const gzip = compress({ encoding: 'gzip', contentTypeFilter: COMPRESSED });
  return (c, next) => {
    if (isForeignPage(c.req.raw, origins)) return next();
    return gzip(c, async () => {
      await next();
      await setContentLength(c);
    });
  };
}

/** Sets the length, because Hono otherwise compresses even tiny responses. */
async function setContentLength(c: Context<GatewayEnv>): Promise<void> {
  if (c.res.body === null || !COMPRESSED.test(c.res.headers.get('content-type') ?? '')) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set('content-length', String(body.byteLength));
}
