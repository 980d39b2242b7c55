import { addFactUses } from '../../store/calls/memory-uses.js';
import { addMemorySources, deleteMemory, readMemories } from '../../store/users/memories.js';
import type { MemoryPage } from '../../views/memory.js';
import { auditAct, auditRead } from '../audit/audited.js';
import { checkLimit } from '../call/check-limit.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

type Memory = MemoryPage['memories'][number];

interface OfUser extends CallOptions {
  /** Required if the client has no user. */
  user?: string;
}

/** Facts, episodes and procedures about a user, shared by all conversations. */
export interface Memories {
  /**
   * Most recently changed first. `limit` defaults to 20, at most 200; `before` is the `next` of the previous page.
   * `flows` hides other flows' sources and uses. Throws `Client.InvalidCursor`.
   */
  list(
    options?: OfUser & {
      flows?: readonly string[];
      limit?: number;
      before?: string | undefined;
      search?: string;
    },
  ): Promise<MemoryPage>;
  /** Throws `Client.NotFound`. */
  delete(memory: Pick<Memory, 'kind' | 'key'>, options?: OfUser): Promise<void>;
}

export function createMemories(
  context: ClientContext,
  findOwner: (user: string | undefined) => string,
): Memories {
  const { db } = context;
  return {
    async list({ user, flows, limit, before, search, ...options } = {}) {
      const owner = findOwner(user);
      if (limit !== undefined) checkLimit(limit);
      return auditRead(context, { action: 'read.memories', target: `user/${owner}`, owner }, () =>
        orInvalidCursor(() =>
          new Call(context, options).read(async () => {
            const { memories, next } = await readMemories(db, { user: owner, limit, before, search });
            const withSources = await addMemorySources(db, { user: owner, flows, memories });
            return { ...(await addFactUses(db, { user: owner, flows, memories: withSources })), next };
          }),
        ),
      );
    },
    async delete({ kind, key }, { user, ...options } = {}) {
      const owner = findOwner(user);
      await auditAct(context, { action: 'forget.memory', target: `user/${owner}`, owner }, async () => {
        const call = new Call(context, options);
        if (!(await call.store(() => deleteMemory(db, { user: owner, kind, key: String(key) }))))
          throw new ThreadlineError('Client.NotFound', 'The memory does not exist');
      });
    },
  };
}
