import { createHash } from 'node:crypto';

/** A lexeme within one conversation, in 24 bits: the same as `storePassages` makes in SQL. */
export function passageTerm(conversationId: number, lexeme: string): number {
  return createHash('sha256').update(`${conversationId} ${lexeme}`, 'utf8').digest().readUIntBE(0, 3);
}

const CONVERSATION_BITS = 28n;
const LEVEL_BITS = 24n;
/** Rows of a conversation before the second level; each level has four times as many. */
const FIRST_LEVEL_ROWS = 128;
const LAST_LEVEL = 7;
/** What the number of a part can add to the place that a row has for its level. */
const MOST_OF_PARTS = 8 * 512;

/**
 * The keys under which rows with any of the terms are found, as decimals: those that `passage_keys` in SQL gives such
 * rows at any level that a conversation of so many turns can have reached.
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
