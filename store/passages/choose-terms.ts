import type { PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { countFrequencies, countPassagesAMessage } from './passage-facts.js';

/**
 * The most passages of a long thread that the words of a question may find. Reading a passage takes some
 * microseconds.
 */
const MOST_PASSAGES = 1_500;
/** The most further passages that words with nearly the same meaning may find. */
const MOST_SYNONYM_PASSAGES = 1_000;

/** The newest passages of those that are searched, and how much of the reading is for them. */
interface Searched {
  sample: readonly PassageRow[];
  /** The number of their messages. */
  messages: number;
  /** The share of the passages that may be read, from 0 to 1. */
  share: number;
}

/**
 * Chooses the terms by which a long thread is searched, the rarest first, as many as find no more passages than
 * can be read in time. Returns their places; none when all terms are very frequent. How many passages a term
 * finds is estimated from the newest ones.
 */
export function chooseTerms(terms: readonly QueryTerm[], { sample, messages, share }: Searched): number[] {
  const passages = messages * countPassagesAMessage(sample);
  const frequencies = countFrequencies(sample, terms.length);
  const estimates = frequencies.map((count) => ((count + 0.5) / (sample.length + 1)) * passages);
  const places = terms.map((_, place) => place).sort((a, b) => (estimates[a] ?? 0) - (estimates[b] ?? 0));
  // A term counts as a word of the question if it has weight 1, as other forms of such a word have, or if it is
  // the first of its group, even one that says little.
  const isWord = (place: number): boolean => {
    const term = terms[place];
    return term?.weight === 1 || terms.findIndex(({ group }) => group === term?.group) === place;
  };
  const words = takeUpTo(places.filter(isWord), { estimates, most: share * MOST_PASSAGES });
  const others = takeUpTo(
    places.filter((place) => !isWord(place)),
    { estimates, most: share * MOST_SYNONYM_PASSAGES },
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
