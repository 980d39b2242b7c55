import { readHealth, type HealthOptions } from './health/read-health.js';
import type { Health } from '../views/health.js';
import { listConversations } from '../store/conversation/list-conversations.js';
import type { ConversationList, ConversationPage, FoundMessage } from '../views/conversation.js';
import { listFlowNames } from '../store/flows/flows.js';
import type { ListedFlow } from '../views/flow.js';
import { findKey } from '../store/keys/find-key.js';
import { searchUser } from '../store/passages/search-user.js';
import type { ConversationKey } from '../protocol/ids.js';
import type { KeyIdentity } from '../protocol/key-identity.js';
import { readShared, type SharedOptions } from './conversation/shared-links.js';
import type { SharedChat } from '../views/shared-link.js';
import { createConversationHandle } from './conversation/conversation-handle.js';
import { createApprovals, type Approvals } from './approvals/approvals.js';
import { auditExecutions } from './audit/audit-executions.js';
import type { ClientContext } from './client-context.js';
import { createExecutions } from './executions/create-executions.js';
import type { Executions } from './executions/executions.js';
import { checkLimit } from './call/check-limit.js';
import { Call, type CallOptions } from './call/call.js';
import { orInvalidCursor } from './call/or-invalid-cursor.js';
import { auditRead } from './audit/audited.js';
import { downloadFile, type Download } from './uploads/download-file.js';
import { uploadFile, type FileContent, type FileDetails } from './uploads/upload-file.js';
import type { Upload } from '../views/upload.js';
import { forget } from './forget/forget-user.js';
import type { ForgottenUser } from '../views/user.js';
import type { CallPlanner } from './explain/call-planner.js';
import { claimKey, type KeyClaim } from './call/claim-key.js';
import { createOpenAIRecords, type OpenAIRecords } from './openai/openai-records.js';
import { createFlowVersions, type FlowVersions } from './flows/flow-versions.js';
import { createMemories, type Memories } from './memories/memories.js';
import { streamChanges } from './changes/stream-changes.js';
import type { ConversationChange } from '../views/event.js';
import { ThreadlineError } from './threadline-error.js';
import type { ConversationHandle } from './conversation/handle.js';

export interface UserOptions {
  /** Approvals `by: 'staff'` need one of the project's `approvers`. Default: none. */
  roles?: readonly string[];
  /** Allows answering every approval. Default: true without `user`. */
  admin?: boolean | undefined;
  /** The person in the audit log. Without `actor` and `user`, reads are not audited. Default: `user`. */
  actor?: string;
  /** Required by `executions.planCall`: `callPlanner` from `threadline/server`. */
  planner?: CallPlanner;
}

export interface UploadDetails extends FileDetails, CallOptions {
  /** Required if the client has no user. */
  user?: string;
}

/** Acts through Temporal and reads from Postgres. Another user's data throws `Client.NotFound`. */
export interface Threadline {
  /** Sends no request: the first message starts the conversation. Throws `Conversation.InvalidId`. */
  conversation(key: ConversationKey): ConversationHandle;
  /** Turns, and flows started outside conversations. */
  readonly executions: Executions;
  /** Open approvals that the caller may decide. */
  readonly approvals: Approvals;
  /** Keeps a file of at most 20 MB for a day, or as long as its message. Idempotent. */
  upload(content: FileContent, details?: UploadDetails): Promise<Upload>;
  /** Finds a file by reference. `flows` hides files attached only to other flows' messages. */
  download(
    ref: string,
    options?: CallOptions & { user?: string; flows?: readonly string[] },
  ): Promise<Download>;
  /**
   * Open conversations, not sub-threads: pinned first, then last used. `list` defaults to `active`, `limit` to 50,
   * `before` is the `next` of the previous page. Throws `Client.InvalidCursor`.
   */
  conversations(
    options?: CallOptions & {
      user?: string;
      flows?: readonly string[];
      channel?: string;
      list?: ConversationList;
      limit?: number;
      before?: string | undefined;
    },
  ): Promise<ConversationPage>;
  /**
   * Yields a user's turn starts and ends until `signal` aborts. On `resync`, reload your state. Behind a
   * transaction pooler, also poll.
   */
  changes(options?: {
    user?: string;
    flows?: readonly string[];
    signal?: AbortSignal;
  }): AsyncIterable<ConversationChange>;
  /** Items and metadata that OpenAI clients stored. */
  readonly openai: OpenAIRecords;
  /** Versions and drafts of flows. */
  readonly flowVersions: FlowVersions;
  /** Facts, episodes and procedures about a user, shared by all conversations. */
  readonly memories: Memories;
  /** Searches a user's threads and branches, best match first; `limit` defaults to 20. */
  search(
    text: string,
    options?: CallOptions & { user?: string; flows?: readonly string[]; limit?: number },
  ): Promise<FoundMessage[]>;
  /** Permanently deletes everything of a user, and others' forks of the user's conversations. Idempotent. */
  forget(user: string, options?: CallOptions): Promise<ForgottenUser>;
  /**
   * Claims an idempotency key for 30 days. A second claim with another hash throws `Turn.Conflict`. Call
   * `release` if the request is rejected.
   */
  claimKey(key: string, request: CallOptions & { hash: string; user?: string }): Promise<KeyClaim>;
  /** The workers' flows by slug. */
  flows(options?: CallOptions): Promise<ListedFlow[]>;
  /**
   * Recent turn, model and context health (up to 30 days) and waiting work, of one or all users. Throws
   * `Client.InvalidCursor`.
   */
  health(options?: HealthOptions): Promise<Health>;
  /** Null if the key is unknown, revoked, expired or another user's. */
  findKey(key: string, options?: CallOptions): Promise<KeyIdentity | null>;
  /** Null if the link is unknown, revoked, expired or another user's. */
  shared(token: string, page?: SharedOptions): Promise<SharedChat | null>;
  /** A client for one user on the same connections. Its `close` does nothing. Throws `Conversation.InvalidId`. */
  forUser(user: string, options?: UserOptions): Threadline;
  /** A client with this `actor` on the same connections. Its `close` does nothing. */
  actingAs(actor: string): Threadline;
  /** Pending requests fail. */
  close(): Promise<void>;
}

const keepOpen = (): Promise<void> => Promise.resolve();

export function createThreadline(context: ClientContext, close: () => Promise<void>): Threadline {
  return {
    conversation: (key) => createConversationHandle(context, key),
    executions: auditExecutions(context, createExecutions(context)),
    approvals: createApprovals(context),
    flowVersions: createFlowVersions(context),
    memories: createMemories(context, (user) => findOwner(context, user)),
    openai: createOpenAIRecords(context, (user) => findOwner(context, user)),
    upload: (content, details = {}) => upload(context, content, details),
    download: async (ref, { user, flows, ...options } = {}) => {
      const owner = findOwner(context, user);
      const call = new Call(context, options);
      return auditRead(context, { action: 'read.upload', target: String(ref), owner }, () =>
        downloadFile({ context, call, user: owner, flows }, ref),
      );
    },
    conversations: (options) => readConversations(context, options),
    changes: ({ user, ...options } = {}) =>
      streamChanges(context.turnNotices, {
        user: findOwner(context, user),
        ...options,
      }),
    search: async (text, { user, flows, limit = 20, timeoutMs } = {}) => {
      const owner = findOwner(context, user);
      checkLimit(limit);
      return auditRead(context, { action: 'read.search', target: `user/${owner}`, owner }, () =>
        new Call(context, { timeoutMs }).read(() =>
          searchUser(context.db, { user: owner, flows, text: String(text), limit }),
        ),
      );
    },
    forget: async (user, options = {}) => forget(context, findOwner(context, user), options),
    claimKey: (key, { hash, user, ...options }) =>
      claimKey({ context, call: new Call(context, options) }, { key, hash, user: findOwner(context, user) }),
    flows: ({ timeoutMs } = {}) => new Call(context, { timeoutMs }).read(() => listFlowNames(context)),
    health: async (options = {}) => {
      if (options.user !== undefined) findOwner(context, options.user);
      return readHealth(context, options);
    },
    findKey: async (key, { timeoutMs } = {}) => {
      const found = await new Call(context, { timeoutMs }).read(() => findKey(context.db, key));
      return found && (context.user ?? found.user) === found.user ? found : null;
    },
    shared: (token, page = {}) => readShared(context, token, page),
    forUser(user, { actor = context.actor, roles = [], admin = false, planner = context.planner } = {}) {
      checkUser(context, requireUser(user));
      return createThreadline({ ...context, user, actor, roles, isOperator: admin, planner }, keepOpen);
    },
    actingAs: (actor) => createThreadline({ ...context, actor }, keepOpen),
    close,
  };
}

function checkUser({ user: only }: ClientContext, user: string): void {
  if (only !== undefined && user !== only)
    throw new ThreadlineError('Client.NotFound', 'The user does not exist');
}

async function upload(context: ClientContext, content: FileContent, details: UploadDetails): Promise<Upload> {
  const user = findOwner(context, details.user);
  return uploadFile({ context, call: new Call(context, details), user }, content, details);
}

function findOwner(context: ClientContext, named: string | undefined): string {
  const user = requireUser(named ?? context.user);
  checkUser(context, user);
  return user;
}

/** JavaScript callers may pass a missing identity, which must not mean all users. */
export function requireUser(user: unknown): string {
  if (typeof user === 'string' && user !== '') return user;
  throw new ThreadlineError('Conversation.InvalidId', '`user` is missing: pass a user, or connect with one');
}

async function readConversations(
  context: ClientContext,
  options: Parameters<Threadline['conversations']>[0] = {},
): Promise<ConversationPage> {
  const { user, flows, channel, list = 'active', limit = 50, before, timeoutMs } = options;
  const owner = findOwner(context, user);
  checkLimit(limit);
  return auditRead(context, { action: 'read.conversations', target: `user/${owner}`, owner }, () =>
    orInvalidCursor(() =>
      new Call(context, { timeoutMs }).read(() =>
        listConversations(context.db, { user: owner, flows, channel, list, limit, before }),
      ),
    ),
  );
}
