import { answerSettings } from '../../activities/answer-settings.js';
import type { Database } from '../../store/database.js';
import { migrate, type MigrationOutcome } from '../../store/migrate.js';
import { indexMissing } from '../../store/passages/index-missing.js';

export interface DatabaseMigration extends MigrationOutcome {
  /** Number of messages, older than the index, that were added to it. */
  indexed: number;
}

/** Brings the schema up to date, and then the rows that an older version stored. Safe when several do so at once. */
export async function migrateDatabase(db: Database): Promise<DatabaseMigration> {
  const { applied } = await migrate(db);
  const { indexed } = await indexMissing(db, answerSettings());
  return { applied, indexed };
}
