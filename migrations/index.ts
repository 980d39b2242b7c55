import type { Migration } from 'kysely';
import * as initial from './0001-initial.js';

/** In the order of the numbers. Released ones are never edited: add the next. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
};
