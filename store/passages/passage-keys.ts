import { createHash } from 'node:crypto';

/** Hashes a lexeme of one conversation to 24 bits, exactly as `storePassages` does in SQL. */
export function passageTerm(conversationId: number, lexeme: string): number {
  return createHash('sha256').update(`${conversationId} ${lexeme}`, 'utf8').digest().readUIntBE(0, 3);
}

const CONVERSATION_BITS = 28n;
const LEVEL_BITS = 24n;
/**
 * The number of a conversation's rows at which its second level begins. Each level has four times as many rows.
 */
const FIRST_LEVEL_ROWS = 128;
const LAST_LEVEL = 7;
/** The most that a part's number can add to the number that decides a row's level. */
const MOST_OF_PARTS = 8 * 512;

/**
 * Lists the keys, as decimals, under which rows with any of the terms are found: those that `passage_keys` in
 * SQL computes, at every level that a conversation of this many turns can have reached.
 */
export function passageKeys(input: {
  conversationId: number;
  terms: readonly number[];
  lastPosition: number;
}): string[] {
  const conversation = BigInt(input.conversationId) << CONVERSATION_BITS;
  const keys = new Set<bigint>([conversation]);
  const last = toLevel(2 * input.lastPosition + MOST_OF_PARTS);
  for (let level = 1; level <= last; level += 1)
    for (const term of input.terms)
      keys.add(conversation | (BigInt(level) << LEVEL_BITS) | BigInt(term >> (15 - 2 * level)));
  return [...keys].map(String);
}

function toLevel(rows: number): number {
  let level = 0;
  while (level < LAST_LEVEL && rows >= FIRST_LEVEL_ROWS * 4 ** level) level += 1;
  return level;
}
