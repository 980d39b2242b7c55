import type { LookedUp, Searches } from '../../../context/call/look-up.js';
import { buildQuery } from '../../../context/retrieval/build-query.js';
import { packLevels, renderLevels, type FoundLevel } from '../../../context/threads/pack-levels.js';
import { questionKind } from '../../../context/retrieval/question-kind.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { searchPassages } from '../../../store/passages/search-passages.js';
import { canLookUp, type RetrieveInput } from './retrieve-passages.js';

type RetrieveAboveInput = NonNullable<Searches['above']> &
  Pick<RetrieveInput, 'embed' | 'readLexemes' | 'now'>;

export async function retrieveAbove(
  db: Database,
  input: RetrieveAboveInput,
): Promise<LookedUp['foundAbove']> {
  const { levels, text, tokens, now = Date.now() } = input;
  if (!canLookUp(text) || tokens <= 0) return undefined;
  const [lexemes, embedding] = await Promise.all([input.readLexemes(text), input.embed?.(text)]);
  const query = buildQuery({ lexemes, text, names: [], now });
  const kind = questionKind(text);
  const found: FoundLevel[] = [];
  for (const { conversationId, branch, depth, after, before } of levels) {
    const search = { conversationId, branch, after, before, terms: query.terms, embedding };
    const { rows, facts } = await searchPassages(db, { ...search, seeksAnswers: kind === 'said' });
    found.push({ conversationId, branch, depth, rows, facts });
  }
  const packed = packLevels(found, { query, kind, budgetTokens: tokens, countText: countTextTokens });
  const quoted = [];
  for (const { conversationId, branch, depth, passages } of packed) {
    const texts = await loadPassageTexts(db, { conversationId, branch, passages });
    quoted.push({ depth, found: texts.map(({ at, ...passage }) => ({ ...passage, atMs: at.getTime() })) });
  }
  const places = quoted.flatMap(({ depth, found }) =>
    [...new Set(found.map(({ seq }) => seq))].map((seq) => [depth, seq] as const),
  );
  return places.length === 0 ? undefined : { text: renderLevels(quoted), places };
}
