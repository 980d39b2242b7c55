import { sql } from 'kysely';
import { packPassages } from '../../context/retrieval/pack-passages.js';
import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { passageOverhead } from '../../context/retrieval/render-passages.js';
import { countMessageTokens, countTextTokens } from '../../models/counting/count-tokens.js';
import type { Database } from '../../store/database.js';
import { readLexemes } from '../../store/passages/question-lexemes.js';
import type { ShownMessages } from './is-inside.js';
import type { RecallLine } from './read-recall-line.js';

const K1 = 1.2;
const B = 0.75;
/** Postgres does not split longer texts into words. */
const MAX_CHARACTERS = 200_000;

interface IndexedMessage {
  row: PassageRow;
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** A baseline that splits words as Postgres does. */
export class PlainBm25 {
  readonly #frequencies = new Map<string, number>();
  readonly #averageLength: number;

  private constructor(
    private readonly db: Database,
    private readonly messages: readonly IndexedMessage[],
  ) {
    for (const { counts } of messages)
      for (const lexeme of counts.keys())
        this.#frequencies.set(lexeme, (this.#frequencies.get(lexeme) ?? 0) + 1);
    this.#averageLength =
      messages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, messages.length);
  }

  static async read(
    db: Database,
    { conversationId, line }: { conversationId: number; line: RecallLine },
  ): Promise<PlainBm25> {
    const { rows } = await sql<{ seq: number; session: number; words: string[] }>`
      select seq, session, array(
        select lexeme || ' ' || cardinality(positions)
        from unnest(to_tsvector('english', left(content, ${MAX_CHARACTERS})))
      ) as words
      from thread_message where conversation_id = ${conversationId} order by seq`.execute(db);
    return new PlainBm25(
      db,
      rows.map(({ seq, session, words }) => toIndexed(line, { seq, session, words })),
    );
  }

  async fill({ question, tokens }: { question: string; tokens: number }): Promise<ShownMessages> {
    const lexemes = await readLexemes(this.db, { text: question });
    const ranked = this.messages
      .map((message) => ({ row: message.row, score: this.#score(message, lexemes) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.row.seq - other.row.seq);
    const names = [...new Set(this.messages.flatMap(({ row }) => row.name ?? []))];
    const chosen = packPassages({
      ranked,
      budgetTokens: tokens - countMessageTokens({ role: 'system', content: '' }),
      overheadTokens: passageOverhead(countTextTokens, names),
    });
    return { windowStart: Infinity, passages: chosen.map(({ seq }) => seq) };
  }

  #score({ counts, length }: IndexedMessage, lexemes: readonly string[]): number {
    let total = 0;
    for (const lexeme of lexemes) {
      const count = counts.get(lexeme) ?? 0;
      if (count === 0) continue;
      const frequency = this.#frequencies.get(lexeme) ?? 0;
      const rarity = Math.log(1 + (this.messages.length - frequency + 0.5) / (frequency + 0.5));
      const lengthPart = K1 * (1 - B + (B * length) / Math.max(1, this.#averageLength));
      total += (rarity * count * (K1 + 1)) / (count + lengthPart);
    }
    return total;
  }
}

function toIndexed(
  { messages }: RecallLine,
  { seq, session, words }: { seq: number; session: number; words: readonly string[] },
): IndexedMessage {
  const { role = 'user', name = null, text = '', at } = messages[seq - 1] ?? {};
  const counts = new Map(
    words.map((word) => [
      word.slice(0, word.lastIndexOf(' ')),
      Number(word.slice(word.lastIndexOf(' ') + 1)),
    ]),
  );
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const tokens = countTextTokens(text);
  const row: PassageRow = {
    seq,
    ordinal: 0,
    session,
    role,
    name,
    atMs: at?.getTime() ?? 0,
    tokens,
    messageTokens: tokens,
    length,
    matches: [],
  };
  return { row, counts, length };
}
