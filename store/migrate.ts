import { readdir } from 'node:fs/promises';
import { Migrator, type Kysely, type Migration } from 'kysely';
import { errorMessage } from '../protocol/error-message.js';

export interface MigrationOutcome {
  applied: string[];
}

/** If another process migrates, waits for it. Leaves the schema of a newer release unchanged. */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<MigrationOutcome> {
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
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

export async function requireMigrations<Schema>(db: Kysely<Schema>): Promise<void> {
  const pending = await listPendingMigrations(db);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}: run 'threadline migrate'`);
}

function createMigrator<Schema>(db: Kysely<Schema>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'threadline_migration',
    migrationLockTableName: 'threadline_migration_lock',
  });
}

const FOLDER = new URL('../migrations/', import.meta.url);

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await readdir(FOLDER);
  const files = names.filter((name) => /^\d{4}-[a-z0-9-]+\.[jt]s$/.test(name)).sort();
  const read = files.map(async (file): Promise<[string, Migration]> => [
    file.slice(0, -'.ts'.length),
    (await import(new URL(file, FOLDER).href)) as Migration,
  ]);
  return Object.fromEntries(await Promise.all(read));
}
