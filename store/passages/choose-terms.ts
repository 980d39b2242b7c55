import type { PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { countFrequencies, countPassagesAMessage } from './passage-facts.js';

const MAX_PASSAGES = 1_500;
const MAX_SYNONYM_PASSAGES = 1_000;

interface Searched {
  sample: readonly PassageRow[];
  messages: number;
  share: number;
}

/** Returns the rarest terms first, or none if all are very frequent. */
export function chooseTerms(terms: readonly QueryTerm[], { sample, messages, share }: Searched): number[] {
  const passages = messages * countPassagesAMessage(sample);
  const frequencies = countFrequencies(sample, terms.length);
  const estimates = frequencies.map((count) => ((count + 0.5) / (sample.length + 1)) * passages);
  const places = terms.map((_, place) => place).sort((a, b) => (estimates[a] ?? 0) - (estimates[b] ?? 0));
  const isWord = (place: number): boolean => {
    const term = terms[place];
    return term?.weight === 1 || terms.findIndex(({ group }) => group === term?.group) === place;
  };
  const words = takeUpTo(places.filter(isWord), { estimates, most: share * MAX_PASSAGES });
  const others = takeUpTo(
    places.filter((place) => !isWord(place)),
    { estimates, most: share * MAX_SYNONYM_PASSAGES },
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
