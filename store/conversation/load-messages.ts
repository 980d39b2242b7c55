import { sql } from 'kysely';
import { seenMessages, type ThreadInBranch } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { selectBrokenCalls } from './select-broken-calls.js';
import { isBrokenOff } from './is-broken-off.js';
import { shownContent } from './omit-messages.js';

/** A message of a thread, for display. */
export interface MessageOfThread {
  seq: number;
  role: 'user' | 'assistant';
  /** The speaker's name, in an imported chat. */
  name: string | null;
  at: Date;
  /** The text, or its beginning where the text has more characters than were asked for. */
  text: string;
  isCut: boolean;
  /** It is the part of an answer that had been said when its turn was cancelled. */
  isPartial: boolean;
  /** The note about the tool calls of its turn; null if that was answered or called no tool. */
  brokenCalls: string | null;
  /** Characters of the whole message. */
  characters: number;
}

/**
 * Loads the messages of a thread between two places, both included, oldest first, each cut to the given number
 * of characters.
 */
export async function loadMessages(
  db: Database,
  {
    conversationId,
    branch,
    first,
    last,
    characters,
  }: ThreadInBranch & { first: number; last: number; characters: number },
): Promise<MessageOfThread[]> {
  const { rows } = await sql<Omit<MessageOfThread, 'isCut'>>`
    select seq, role, name, created_at as at, left(${shownContent}, ${characters}) as text,
      length(content) as characters, ${isBrokenOff('message')} as "isPartial",
      ${selectBrokenCalls('message')} as "brokenCalls"
    from ${seenMessages({ conversationId, branch }, { after: first - 1, through: last })} message
    order by seq`.execute(db);
  return rows.map((row) => ({ ...row, isCut: row.characters > characters }));
}
