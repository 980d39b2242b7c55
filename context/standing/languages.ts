import { english } from './english.js';
import type { StandingLanguage } from './language.js';

/** The languages in which standing requests are recognised, in the order in which they are tried. */
export const LANGUAGES: readonly StandingLanguage[] = [english];
