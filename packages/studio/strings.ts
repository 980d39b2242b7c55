import { ENGLISH, type Strings } from './strings.en.js';

/** Follows the language of numbers and dates in `Intl`. */
export const LANGUAGE = /^de\b/i.test(new Intl.NumberFormat().resolvedOptions().locale) ? 'de' : 'en';

export const STRINGS: Strings = LANGUAGE === 'de' ? await loadGerman() : ENGLISH;

async function loadGerman(): Promise<Strings> {
  try {
    return (await import('./strings.de.js')).default;
  } catch {
    return ENGLISH;
  }
}
