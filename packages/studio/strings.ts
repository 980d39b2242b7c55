import { ENGLISH, type Strings } from './strings.en.js';

/** As `Intl` formats numbers and dates. */
export const LANGUAGE = /^de\b/i.test(new Intl.NumberFormat().resolvedOptions().locale) ? 'de' : 'en';

/** The other language is loaded before any view. */
export const STRINGS: Strings = LANGUAGE === 'de' ? await loadGerman() : ENGLISH;

async function loadGerman(): Promise<Strings> {
  try {
    return (await import('./strings.de.js')).default;
  } catch {
    return ENGLISH;
  }
}
