import { ENGLISH, type Strings } from './strings.en.js';

/** German if `Intl` formats numbers and dates in German, else English. */
export const LANGUAGE = /^de\b/i.test(new Intl.NumberFormat().resolvedOptions().locale) ? 'de' : 'en';

/** The other language is loaded before any view is shown. */
export const STRINGS: Strings = LANGUAGE === 'de' ? await loadGerman() : ENGLISH;

async function loadGerman(): Promise<Strings> {
  try {
    return (await import('./strings.de.js')).default;
  } catch {
    return ENGLISH;
  }
}
