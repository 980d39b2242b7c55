import { z } from 'zod';
import type { Database } from '../../store/database.js';
import { findKnownUser } from '../../store/users/find-known-user.js';
import { readMemories } from '../../store/users/memories.js';
import { defineTool, type ToolDefinition } from '../../extend/tools/define-tool.js';
import { reachStore } from '../reach-store.js';
import { requireUser } from './require-user.js';

/** `memory_read` returns the others. */
const SHOWN_FACTS = 10;

export function createIdentifyUser(db: Database): ToolDefinition {
  return defineTool({
    name: 'identify_user',
    description:
      'Tells who the user is: id, since when known, how many memories there are, and the newest facts.',
    input: z.object({}),
    retry: 'safe',
    async execute(_input, context) {
      const user = requireUser(context);
      return reachStore(async () => {
        const { since, memories } = await findKnownUser(db, user);
        const { memories: facts } = await readMemories(db, { user, kind: 'fact', limit: SHOWN_FACTS });
        return { user, since, memories, facts: facts.map(({ key, value }) => ({ key, value })) };
      });
    },
  });
}
