import { Migrator, type Kysely } from 'kysely';
import { migrations } from '../migrations/index.js';
import { errorMessage } from '../protocol/error-message.js';

export interface MigrationOutcome {
  applied: string[];
}

/** Parallel calls wait. Leaves a newer release's schema alone. */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<MigrationOutcome> {
  // Kysely treats an unknown migration as damage.
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
