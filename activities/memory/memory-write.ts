import { z } from 'zod';
import { MEMORY_KINDS } from '../../protocol/memory-kinds.js';
import type { Database } from '../../store/database.js';
import {
  deleteMemory,
  MAX_MEMORIES,
  MAX_MEMORY_KEY_CHARACTERS,
  MAX_MEMORY_VALUE_CHARACTERS,
  writeMemory,
} from '../../store/users/memories.js';
import { defineTool, type ToolDefinition } from '../../extend/tools/define-tool.js';
import { reachStore } from '../reach-store.js';
import { requireUser } from './require-user.js';

export function createMemoryWrite(db: Database): ToolDefinition {
  return defineTool({
    name: 'memory_write',
    description:
      'Remembers something of the user for all conversations to come: a fact, an episode or a procedure. ' +
      'The same kind and key again replaces the value; null deletes it.',
    input: z.object({
      kind: z.enum(MEMORY_KINDS),
      key: z.string().trim().min(1).max(MAX_MEMORY_KEY_CHARACTERS).describe('For example name or language'),
      value: z.string().max(MAX_MEMORY_VALUE_CHARACTERS).nullable(),
    }),
    retry: 'safe',
    async execute({ kind, key, value }, context) {
      const memory = { user: requireUser(context), kind, key };
      if (value === null || value.trim() === '') {
        const wasThere = await reachStore(() => deleteMemory(db, memory));
        return wasThere ? `Deleted ${kind} '${key}'` : `There was no ${kind} '${key}' to delete`;
      }
      const outcome = await reachStore(() =>
        writeMemory(db, { ...memory, value, executionId: context.executionId }),
      );
      if (outcome === 'forgotten') throw new Error('The user was forgotten, so nothing is remembered');
      // An error result, so that the same call can succeed once there is room.
      if (outcome === 'full')
        throw new Error(
          `The user's ${MAX_MEMORIES} memories are full and nothing was written: delete one you do not need first`,
        );
      return `Remembered ${kind} '${key}'`;
    },
  });
}
