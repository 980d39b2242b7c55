import { createHash } from 'node:crypto';

/** Returns 24 bits. Must equal what `storePassages` computes in SQL. */
export function passageTerm(conversationId: number, lexeme: string): number {
  return createHash('sha256').update(`${conversationId} ${lexeme}`, 'utf8').digest().readUIntBE(0, 3);
}

const CONVERSATION_BITS = 28n;
const LEVEL_BITS = 24n;
/** Each further level has four times the rows. */
const FIRST_LEVEL_ROWS = 128;
const LAST_LEVEL = 7;
const MAX_OF_PARTS = 8 * 512;

/** Must return the same keys as `passage_keys` in SQL. */
export function passageKeys(input: {
  conversationId: number;
  terms: readonly number[];
  lastPosition: number;
}): string[] {
  const conversation = BigInt(input.conversationId) << CONVERSATION_BITS;
  const keys = new Set<bigint>([conversation]);
  const last = toLevel(2 * input.lastPosition + MAX_OF_PARTS);
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
