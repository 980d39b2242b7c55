import { Migrator, type Kysely } from 'kysely';
import { migrations } from '../migrations/index.js';
import { errorMessage } from '../protocol/error-message.js';

export interface MigrationOutcome {
  /** Names of the migrations that this call applied, in order; empty when the schema was current. */
  applied: string[];
}

/**
 * Brings the schema up to date. When two workers call it at once, one applies the migrations; the other waits
 * and finds nothing to do. A schema with migrations of a later release stays as it is. Throws with the name of a migration
 * that fails, and rolls back what that one changed.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<MigrationOutcome> {
  // Kysely takes a migration that it does not know for a damaged database.
  if ((await listPendingMigrations(db)).length === 0) return { applied: [] };
  const migrator = createMigrator(db);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName;
    const where = failed === undefined ? 'before the first one' : `in '${failed}'`;
    throw new Error(`Migrating the database failed ${where}: ${errorMessage(error)}`, { cause: error });
  }
  return { applied: results.map((result) => result.migrationName) };
}

/** Names of the migrations that the database does not have yet. */
export async function listPendingMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const all = await createMigrator(db).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}

function createMigrator<Schema>(db: Kysely<Schema>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'threadline_migration',
    migrationLockTableName: 'threadline_migration_lock',
  });
}
