import { sql } from 'kysely';
import { seenMessages, type BranchOfConversation } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { selectBrokenCalls } from './select-broken-calls.js';
import { isBrokenOff } from '../is-broken-off.js';
import { shownContent } from './omit-messages.js';

export interface MessageOfThread {
  seq: number;
  role: 'user' | 'assistant';
  name: string | null;
  at: Date;
  text: string;
  isCut: boolean;
  isPartial: boolean;
  brokenCalls: string | null;
  characters: number;
}

export async function loadMessages(
  db: Database,
  {
    conversationId,
    branch,
    first,
    last,
    characters,
  }: BranchOfConversation & { first: number; last: number; characters: number },
): Promise<MessageOfThread[]> {
  const { rows } = await sql<Omit<MessageOfThread, 'isCut'>>`
    select seq, role, name, created_at as at, left(${shownContent}, ${characters}) as text,
      length(content) as characters, ${isBrokenOff('message')} as "isPartial",
      ${selectBrokenCalls('message')} as "brokenCalls"
    from ${seenMessages({ conversationId, branch }, { after: first - 1, through: last })} message
    order by seq`.execute(db);
  return rows.map((row) => ({ ...row, isCut: row.characters > characters }));
}
