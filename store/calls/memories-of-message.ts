import { sql } from 'kysely';
import { MEMORY_READERS } from '../../protocol/memory-kinds.js';

const READERS = MEMORY_READERS.map((tool) => `@.toolName == "${tool}"`).join(' || ');

/** Selects `kind` and `key` of the memories in a tool result, a row `message` of `trace_message`. */
export const MEMORIES_OF_MESSAGE = sql<{ kind: string; key: string }>`
  select coalesce(memory ->> 'kind', 'fact') as kind, memory ->> 'key' as key
  from jsonb_path_query(message.content, ${sql.lit(
    `$[*] ? (${READERS}).output.value.*[*] ? (@.key.type() == "string")`,
  )}) as memory`;
