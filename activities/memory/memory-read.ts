import { z } from 'zod';
import { MEMORY_KINDS, nameMemory } from '../../protocol/memory-kinds.js';
import type { Database } from '../../store/database.js';
import {
  MAX_MEMORIES_READ,
  MAX_MEMORY_KEY_CHARACTERS,
  MAX_MEMORY_SEARCH_CHARACTERS,
  readMemories,
} from '../../store/users/memories.js';
import { defineTool, type ToolDefinition } from '../../extend/tools/define-tool.js';
import { reachStore } from '../reach-store.js';
import { requireUser } from './require-user.js';

export function createMemoryRead(db: Database): ToolDefinition {
  return defineTool({
    name: 'memory_read',
    description: 'Reads what is remembered of the user from all conversations, newest change first.',
    input: z.object({
      kind: z.enum(MEMORY_KINDS).optional(),
      key: z.string().trim().max(MAX_MEMORY_KEY_CHARACTERS).optional(),
      search: z
        .string()
        .max(MAX_MEMORY_SEARCH_CHARACTERS)
        .optional()
        .describe('Words that must all be in key or value'),
      limit: z.int().min(1).max(MAX_MEMORIES_READ).optional().describe('Default 20'),
    }),
    retry: 'safe',
    reuse: 'never',
    touches: (_query, output) =>
      readRead(output).map(({ kind, key, value }) => ({
        type: 'Knowledge',
        name: nameMemory({ kind, key }),
        description: 'Remembered of the user',
        attributes: { knowledgeType: kind, content: value.slice(0, 1_000).toWellFormed() },
      })),
    async execute(query, context) {
      const user = requireUser(context);
      const { memories, next } = await reachStore(() => readMemories(db, { ...query, user }));
      return {
        memories: memories.map(({ kind, key, value, updatedAt }) => ({ kind, key, value, updatedAt })),
        hasMore: next !== null,
      };
    },
  });
}

const READ = z.object({
  memories: z.array(z.object({ kind: z.string(), key: z.string(), value: z.string() })),
});

function readRead(output: unknown) {
  return READ.safeParse(output).data?.memories ?? [];
}
