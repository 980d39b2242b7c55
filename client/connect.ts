import { Client, type ConnectionOptions } from '@temporalio/client';
import { connectionTo, readConfig } from '../config.js';
import { findRunningServers } from '../servers/find-running-servers.js';
import { readHealth, type Health, type HealthOptions } from './health/read-health.js';
import { openDatabase } from '../store/database.js';
import { listConversations, type ConversationView } from '../store/conversation/list-conversations.js';
import { listFlowNames, type FlowName } from '../store/flows/flows.js';
import { claimRequestKey } from '../store/users/request-keys.js';
import { findKey } from '../store/keys/find-key.js';
import { searchUser, type SaidMessage } from '../store/passages/search-user.js';
import { createChangeListener } from '../store/listen.js';
import { clientDataConverter } from '../encryption/client-data-converter.js';
import { readKeyRing, type EncryptionOptions } from '../encryption/read-key-ring.js';
import type { ConversationKey } from '../protocol/ids.js';
import type { KeyIdentity } from '../protocol/key-identity.js';
import { createConversationHandle } from './conversation/conversation-handle.js';
import { auditExecutions } from './audit/audit-executions.js';
import type { ClientContext } from './client-context.js';
import { createExecutions, type Executions } from './executions/executions.js';
import { Call, type CallOptions } from './call/call.js';
import { auditRead } from './audit/audited.js';
import { downloadFile, type Download } from './uploads/download-file.js';
import { uploadFile, type FileContent, type FileDetails, type Upload } from './uploads/upload-file.js';
import { forget, type ForgottenUser } from './forget/forget-user.js';
import { createGivenThings, type GivenThings } from './given/given-things.js';
import { createFlowVersions, type FlowVersions } from './flows/flow-versions.js';
import { createProgressReader } from './stream/progress-reader.js';
import { streamChanges } from './changes/stream-changes.js';
import { createTurnNotices, type ConversationChange } from './changes/turn-notices.js';
import { connectTemporal } from './connect-temporal.js';
import { createRefusePlain } from './refuse-plain.js';
import { ThreadlineError } from './threadline-error.js';
import type { ConversationHandle } from './conversation/handle.js';

/** Where Temporal, Postgres and the workers are, and for whom; what is not given is found. */
export interface ConnectOptions {
  /** How to reach Temporal; default: the environment's settings, else the server of a running `threadline dev`. */
  temporal?: ConnectionOptions;
  /** Default: the environment's, else `default`. */
  namespace?: string;
  /** Default: DATABASE_URL, else the Postgres of a running `threadline dev`. */
  databaseUrl?: string;
  /** Where the workers listen; default: THREADLINE_TASK_QUEUE, else `threadline`. */
  taskQueue?: string;
  /** Where the workers export trajectories to: rounds whose rows are gone are read there; default: TRAJECTORY_FOLDER. */
  trajectoryFolder?: string;
  /**
   * Milliseconds for which a call is tried while Temporal, Postgres or the workers do not answer; default 30,000. Calls
   * that have options take one of their own.
   */
  timeoutMs?: number;
  /** Where the keys are that the workers encrypt with; default: THREADLINE_KEYS_FILE or THREADLINE_KEYS_COMMAND, else none. */
  encryption?: EncryptionOptions | undefined;
  /** Everything is this user's: what belongs to others does not exist for it. */
  user?: string;
  /**
   * Who acts by this client, where it is not the user: what it reads of others is noted in the audit log, under this name, and
   * what it does. Default: `user`, whose reads are the own ones; without both, reads are the application's and not noted.
   */
  actor?: string;
  /** The actor's name in the audit log; default `client`. */
  via?: 'client' | 'command';
}

/** The owner, name and type of a file that is uploaded. */
export interface UploadDetails extends FileDetails, CallOptions {
  /** Needed where the client is not that of one user. */
  user?: string;
}

/** A connection to Threadline: Temporal to act, Postgres to read. */
export interface Threadline {
  /**
   * The conversation of a user with a flow; it comes to be with its first message. Makes no call, so what is wrong with the key
   * is thrown at once: `Conversation.InvalidId` for an empty user or flow, `Client.NotFound` for another user's.
   */
  conversation(key: ConversationKey): ConversationHandle;
  /** All that runs or ran: turns of conversations, and flows started outside them. */
  readonly executions: Executions;
  /**
   * Stores a file for the messages of a user, of at most 20 MB: once, however often it is sent. The user is that of the client,
   * else it is named. A file that no message has is removed after a day.
   */
  upload(content: FileContent, details?: UploadDetails): Promise<Upload>;
  /**
   * The content of a user's file, and what it is, by the reference that `upload` gave or `history` shows. The user is that of
   * the client, else it is named. Throws `Client.NotFound`, for another user's file too.
   */
  download(ref: string, options?: CallOptions & { user?: string }): Promise<Download>;
  /**
   * The open conversations of a user, the last used first, without sub-threads: with these `flows` or this `channel` alone where given, 50 unless
   * `limit` says otherwise, after the first `offset`.
   */
  conversations(
    options?: CallOptions & {
      user?: string;
      flows?: readonly string[];
      channel?: string;
      limit?: number;
      offset?: number;
    },
  ): Promise<ConversationView[]>;
  /**
   * Tells of the turns of a user's conversations as they begin and end, until `signal` aborts, with these `flows` alone where given; the first
   * word, and the one after a lost connection, is `told-from-here`: look at what there is then. Behind a transaction pooler, which drops
   * notices, nothing is told: look now and then. The user is that of the client, else it is named.
   */
  changes(options?: {
    user?: string;
    flows?: readonly string[];
    signal?: AbortSignal;
  }): AsyncIterable<ConversationChange>;
  /** Items and metadata that clients of OpenAI's protocol give to conversations and responses. */
  readonly given: GivenThings;
  /** The versions of flows: read, checked, tried as drafts and published. */
  readonly flowVersions: FlowVersions;
  /**
   * Finds the messages of a user in which words were said, wherever it was: those that say most about them first, 20 unless
   * `limit` says otherwise. The user is that of the client, else it is named.
   */
  search(
    text: string,
    options?: CallOptions & { user?: string; flows?: readonly string[]; limit?: number },
  ): Promise<SaidMessage[]>;
  /**
   * Deletes everything of a user for good: Workflows, rows, files, keys and exported trajectories, and the conversations of others that
   * were forked from one of the user's. Again is fine. Throws `Client.NotFound` for another user than the client's.
   */
  forget(user: string, options?: CallOptions): Promise<ForgottenUser>;
  /**
   * Claims an idempotency key of a user for the request with this hash. Idempotent. Throws `Turn.Conflict` where a request with another
   * hash has claimed the key within 30 days. The user is that of the client, else it is named.
   */
  claimKey(key: string, request: CallOptions & { hash: string; user?: string }): Promise<void>;
  /** The flows that workers have registered, by their slugs. */
  flows(options?: CallOptions): Promise<FlowName[]>;
  /**
   * How turns, models and contexts did in a span of time, and what waits now: of the client's user, of a client of everybody all. It is
   * counted from rows, those of the span alone. Throws `Client.InvalidCursor` for more than 30 days, `Client.NotFound` for
   * another user.
   */
  health(options?: HealthOptions): Promise<Health>;
  /**
   * Whose a key of `threadline keys create` is, and what it may; null: nobody's, or it was revoked or has ended. A client of one user
   * knows no keys of others.
   */
  findKey(key: string, options?: CallOptions): Promise<KeyIdentity | null>;
  /**
   * The same connections for one user alone, as `connect({ user })` makes them anew: for a server of many users. Its `close`
   * does nothing. Throws `Client.NotFound` where the client is another user's.
   */
  forUser(user: string, options?: Pick<ConnectOptions, 'actor'>): Threadline;
  /** The same connections and things, acted upon by somebody by name: what is read is noted in the audit log. Its `close` does nothing. */
  actingAs(actor: string): Threadline;
  /** Ends its connections; calls that still wait fail. */
  close(): Promise<void>;
}

/** Longer than a failover or a restart takes. */
const TIMEOUT_MS = 30_000;

/**
 * Connects to Temporal, and to Postgres with the first read. Throws `Client.Unavailable` where Temporal cannot be reached
 * or no Postgres is known, and a sentence where the keys cannot be read.
 */
export async function connect(options: ConnectOptions = {}): Promise<Threadline> {
  const config = readConfig();
  // On a developer's machine: what `threadline dev` started in this folder.
  const running = findRunningServers(config.dataDir);
  const databaseUrl = options.databaseUrl ?? config.databaseUrl ?? running.databaseUrl;
  if (databaseUrl === undefined)
    throw new ThreadlineError(
      'Client.Unavailable',
      "No Postgres is known: give databaseUrl, set DATABASE_URL, or run 'threadline dev' in this folder",
    );
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const encryption = options.encryption ?? config.encryption;
  const keys = encryption === undefined ? undefined : await readKeyRing(encryption);
  const connection = await connectTemporal(
    options.temporal ?? connectionTo(config, config.temporalAddress ?? running.temporalAddress),
    timeoutMs,
  );
  const db = openDatabase({ url: databaseUrl, applicationName: 'threadline client' });
  const listener = createChangeListener(databaseUrl);
  const context: ClientContext = {
    temporal: new Client({
      connection,
      namespace: options.namespace ?? config.namespace,
      dataConverter: clientDataConverter(
        keys,
        createRefusePlain(() => context),
      ),
    }),
    db,
    listener,
    turnNotices: createTurnNotices(listener),
    progress: createProgressReader(db),
    taskQueue: options.taskQueue ?? config.taskQueue,
    timeoutMs,
    user: options.user,
    actor: options.actor,
    via: options.via ?? 'client',
    trajectoryFolder: options.trajectoryFolder ?? config.trajectoryFolder,
  };
  return createThreadline(context, async () => {
    await listener.close();
    await db.destroy();
    await connection.close();
  });
}

function createThreadline(context: ClientContext, close: () => Promise<void>): Threadline {
  return {
    conversation: (key) => createConversationHandle(context, key),
    executions: auditExecutions(context, createExecutions(context)),
    flowVersions: createFlowVersions(context),
    given: createGivenThings(context, (user) => findOwner(context, user, 'What a client gives belongs')),
    upload: (content, details = {}) => upload(context, content, details),
    download: async (ref, { user, ...options } = {}) => {
      const owner = findOwner(context, user, 'A file belongs');
      const call = new Call(context, options);
      return auditRead(context, { action: 'read.upload', target: String(ref), owner }, () =>
        downloadFile({ context, call, user: owner }, ref),
      );
    },
    conversations: async ({ user, flows, channel, limit = 50, offset = 0, timeoutMs } = {}) => {
      const owner = findOwner(context, user, 'Conversations belong');
      return new Call(context, { timeoutMs }).read(() =>
        listConversations(context.db, { user: owner, flows, channel, limit, offset }),
      );
    },
    changes: ({ user, ...options } = {}) =>
      streamChanges(context.turnNotices, {
        user: findOwner(context, user, 'Conversations belong'),
        ...options,
      }),
    search: async (text, { user, flows, limit = 20, timeoutMs } = {}) => {
      const owner = findOwner(context, user, 'Messages belong');
      return auditRead(context, { action: 'read.search', target: `user/${owner}`, owner }, () =>
        new Call(context, { timeoutMs }).read(() =>
          searchUser(context.db, { user: owner, flows, text: String(text), limit }),
        ),
      );
    },
    forget: async (user, options = {}) =>
      forget(context, findOwner(context, user, 'What is forgotten belongs'), options),
    claimKey: (key, { hash, user, ...options }) =>
      claimKey(
        { context, call: new Call(context, options) },
        { key, hash, user: findOwner(context, user, 'A key belongs') },
      ),
    flows: ({ timeoutMs } = {}) => new Call(context, { timeoutMs }).read(() => listFlowNames(context.db)),
    health: async (options = {}) => {
      if (options.user !== undefined) checkUser(context, options.user);
      return readHealth(context, options);
    },
    findKey: async (key, { timeoutMs } = {}) => {
      const found = await new Call(context, { timeoutMs }).read(() => findKey(context.db, key));
      return found && (context.user ?? found.user) === found.user ? found : null;
    },
    forUser(user, { actor } = {}) {
      checkUser(context, user);
      return createThreadline({ ...context, user, actor: actor ?? context.actor }, () => Promise.resolve());
    },
    actingAs: (actor) => createThreadline({ ...context, actor }, () => Promise.resolve()),
    close,
  };
}

function checkUser({ user: only }: ClientContext, user: string): void {
  if (only !== undefined && user !== only)
    throw new ThreadlineError('Client.NotFound', 'There is no such user');
}

async function upload(context: ClientContext, content: FileContent, details: UploadDetails): Promise<Upload> {
  const user = findOwner(context, details.user, 'A file belongs');
  return uploadFile({ context, call: new Call(context, details), user }, content, details);
}

async function claimKey(
  { context, call }: { context: ClientContext; call: Call },
  claim: { user: string; key: string; hash: string },
): Promise<void> {
  const first = await call.read(() => claimRequestKey(context.db, claim));
  if (first !== claim.hash)
    throw new ThreadlineError(
      'Turn.Conflict',
      `Idempotency key '${claim.key.slice(0, 80)}' was used for another request: send this one under a new key`,
    );
}

/** Whose it is: that of the client, else the one that is named. `what` begins the sentence that says that nobody is. */
function findOwner(context: ClientContext, named: string | undefined, what: string): string {
  const user = named ?? context.user;
  if (user === undefined || user === '')
    throw new ThreadlineError('Conversation.InvalidId', `${what} to a user: give \`user\``);
  checkUser(context, user);
  return user;
}
