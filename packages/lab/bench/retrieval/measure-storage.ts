import { sql } from 'kysely';
import type { Database } from '../../../../store/database.js';
import { rounded } from '../statistics.js';

export interface TurnStorage {
  floor: number;
  retrieval: number;
  standing: number;
}

const TABLES: readonly (readonly [string, keyof TurnStorage])[] = [
  ['conversation_message', 'floor'],
  ['turn', 'floor'],
  ['stored_text', 'floor'],
  ['passage', 'retrieval'],
  ['passage_embedding', 'retrieval'],
  ['embedding_progress', 'retrieval'],
  ['standing_statement', 'standing'],
];

/** The database must contain only chats. */
export async function measureStorage(db: Database, { turns }: { turns: number }): Promise<TurnStorage> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const bytes = new Map(rows.map(({ name, bytes: stored }) => [name, Number(stored)]));
  const storage: TurnStorage = { floor: 0, retrieval: 0, standing: 0 };
  for (const [table, part] of TABLES) {
    const stored = bytes.get(table);
    if (stored === undefined) throw new Error(`Table '${table}' is not there to be measured`);
    storage[part] += stored;
  }
  const perTurn = (stored: number): number => rounded(stored / turns);
  return {
    floor: perTurn(storage.floor),
    retrieval: perTurn(storage.retrieval),
    standing: perTurn(storage.standing),
  };
}
