import { answerSettings } from '../../activities/answer-settings.js';
import type { Database } from '../../store/database.js';
import { migrate, type MigrationOutcome } from '../../store/migrate.js';
import { indexMissing } from '../../store/passages/index-missing.js';

export interface DatabaseMigration extends MigrationOutcome {
  /** Messages from before there was an index that have one now. */
  indexed: number;
}

/** Brings the schema up to date, and what was stored under an older one with it. Safe when several do so at once. */
export async function migrateDatabase(db: Database): Promise<DatabaseMigration> {
  const { applied } = await migrate(db);
  const { indexed } = await indexMissing(db, answerSettings());
  return { applied, indexed };
}
