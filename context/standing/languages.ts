import { dutch } from './dutch.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { italian } from './italian.js';
import type { StandingLanguage } from './language.js';
import { portuguese } from './portuguese.js';
import { spanish } from './spanish.js';

export const LANGUAGES: readonly StandingLanguage[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
];
