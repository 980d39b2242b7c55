import type { PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { countFrequencies, countPassagesAMessage } from './passage-facts.js';

/** Passages that the words of a question may find in a long thread: each costs some microseconds to read. */
const MOST_PASSAGES = 1_500;
/** And what only means nearly the same besides. */
const MOST_SYNONYM_PASSAGES = 1_000;

/**
 * Places of the terms that find passages of a long thread, the rarest first, as many as find no more than can be
 * read in time; none: all are very frequent. What a term will find is estimated from the newest passages.
 */
export function chooseTerms(
  terms: readonly QueryTerm[],
  { sample, messages }: { sample: readonly PassageRow[]; messages: number },
): number[] {
  const passages = messages * countPassagesAMessage(sample);
  const frequencies = countFrequencies(sample, terms.length);
  const estimates = frequencies.map((count) => ((count + 0.5) / (sample.length + 1)) * passages);
  const places = terms.map((_, place) => place).sort((a, b) => (estimates[a] ?? 0) - (estimates[b] ?? 0));
  // A word of the question leads its group, also one that says little; another form of it counts as much.
  const isWord = (place: number): boolean => {
    const term = terms[place];
    return term?.weight === 1 || terms.findIndex(({ group }) => group === term?.group) === place;
  };
  const words = takeUpTo(places.filter(isWord), { estimates, most: MOST_PASSAGES });
  const others = takeUpTo(
    places.filter((place) => !isWord(place)),
    { estimates, most: MOST_SYNONYM_PASSAGES },
  );
  return [...words, ...others];
}

function takeUpTo(
  places: readonly number[],
  { estimates, most }: { estimates: readonly number[]; most: number },
): number[] {
  let sum = 0;
  return places.filter((place) => {
    sum += estimates[place] ?? 0;
    return sum <= most;
  });
}
