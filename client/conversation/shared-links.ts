import type { ConversationKey } from '../../protocol/ids.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import {
  createSharedLink,
  listSharedLinks,
  readSharedChat,
  revokeSharedLink,
} from '../../store/conversation/shared-links.js';
import { makeKeyText } from '../../store/keys/key-text.js';
import type { NewSharedLink, SharedChat, SharedLink } from '../../views/shared-link.js';
import { checkWhole } from '../call/check-limit.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { notFound } from '../threads/not-found.js';
import { checkPage } from './check-page.js';

const DAYS = 30;
const MAX_DAYS = 3_650;
const MAX_LINKS = 20;

export interface LinkMethods {
  /**
   * Creates a link for `threadline.shared` that shows the messages so far to anyone, for `days`: 1 to 3,650,
   * by default 30. The token is shown once. A conversation has up to 20 links. Throws `Client.NotFound` or
   * `Conversation.TooManyLinks`.
   */
  share(options?: CallOptions & { days?: number }): Promise<NewSharedLink>;
  /** Links that still work, newest first. */
  sharedLinks(options?: CallOptions): Promise<SharedLink[]>;
  /** Idempotent. */
  revokeLink(id: string, options?: CallOptions): Promise<void>;
}

export function createLinkMethods(context: ClientContext, key: ConversationKey): LinkMethods {
  const workflowId = conversationWorkflowId(key);
  const { db } = context;
  return {
    async share({ days = DAYS, ...options } = {}) {
      checkWhole(days, { name: 'The number of days', most: MAX_DAYS });
      const token = makeKeyText('tls');
      const link = await new Call(context, options).store(() =>
        createSharedLink(db, { workflowId, token, days, most: MAX_LINKS }),
      );
      if (!link) throw notFound(key);
      if (link === 'full')
        throw new ThreadlineError(
          'Conversation.TooManyLinks',
          `The conversation has ${MAX_LINKS} links: revoke one, or wait until one expires`,
        );
      return { ...link, token };
    },
    sharedLinks: (options) => new Call(context, options).read(() => listSharedLinks(db, workflowId)),
    revokeLink: (id, options) =>
      new Call(context, options).store(() => revokeSharedLink(db, { workflowId, id })),
  };
}

export interface SharedOptions extends CallOptions {
  /** 1 to 500; default 50. */
  limit?: number;
  /** The previous page's `next`. */
  before?: string;
}

export async function readShared(
  context: ClientContext,
  token: string,
  { limit = 50, before, ...options }: SharedOptions,
): Promise<SharedChat | null> {
  const page = { limit, before: checkPage({ limit, before }) };
  const { db, user } = context;
  const found = await new Call(context, options).read(() => readSharedChat(db, { token, user, ...page }));
  return found ?? null;
}
