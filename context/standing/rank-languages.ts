import type { StandingLanguage } from './language.js';
import { LANGUAGES } from './languages.js';

const WORD = /[\p{L}\p{N}]+/gu;

export function rankLanguages(
  text: string,
  languages: readonly StandingLanguage[] = LANGUAGES,
): StandingLanguage[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  const known = new Map(
    languages.map((language) => [language, words.filter((word) => knowsWord(language, word)).length]),
  );
  return [...languages].sort((one, other) => (known.get(other) ?? 0) - (known.get(one) ?? 0));
}

function knowsWord({ frame, answer, values }: StandingLanguage, word: string): boolean {
  return frame.has(word) || answer.has(word) || values.has(word);
}
