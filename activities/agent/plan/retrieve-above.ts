import type { LookedUp, Searches } from '../../../context/call/look-up.js';
import { buildQuery } from '../../../context/retrieval/build-query.js';
import { packLevels, renderLevels, type RankedLevel } from '../../../context/retrieval/pack-levels.js';
import { rankPassages } from '../../../context/retrieval/rank-passages.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { searchPassages } from '../../../store/passages/search-passages.js';
import { MIN_CHARACTERS, type RetrieveInput } from './retrieve-passages.js';

type RetrieveAboveInput = NonNullable<Searches['above']> & Pick<RetrieveInput, 'embed'>;

/**
 * The passages of what is not sent of the threads above that a question needs most, whichever thread they are of;
 * undefined: none. Nothing behind what a thread hangs on is looked at.
 */
export async function retrieveAbove(
  db: Database,
  input: RetrieveAboveInput,
): Promise<LookedUp['foundAbove']> {
  const { levels, text, tokens } = input;
  if (text.trim().length < MIN_CHARACTERS || tokens <= 0) return undefined;
  const [lexemes, embedding] = await Promise.all([readLexemes(db, { text }), input.embed?.(text)]);
  const query = buildQuery({ lexemes, text, names: [], now: Date.now() });
  const ranked: RankedLevel[] = [];
  for (const { conversationId, depth, after, before } of levels) {
    const { terms } = query;
    const { rows, facts } = await searchPassages(db, { conversationId, after, before, terms, embedding });
    ranked.push({ conversationId, depth, ranked: rankPassages({ query, rows, facts }) });
  }
  const packed = packLevels(ranked, { budgetTokens: tokens, countText: countTextTokens });
  const quoted = [];
  for (const { conversationId, depth, passages } of packed) {
    const texts = await loadPassageTexts(db, { conversationId, passages });
    quoted.push({ depth, found: texts.map(({ at, ...passage }) => ({ ...passage, atMs: at.getTime() })) });
  }
  const places = quoted.flatMap(({ depth, found }) =>
    [...new Set(found.map(({ seq }) => seq))].map((seq) => [depth, seq] as const),
  );
  return places.length === 0 ? undefined : { text: renderLevels(quoted), places };
}
