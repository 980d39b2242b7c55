import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../../store/database.js';
import { migrate } from '../../store/migrate.js';
import { runStatement } from '../../store/run-statement.js';
import { CommandError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';

/**
 * Creates an empty, migrated database on a server for as long as `use` takes, and drops it in any case. Touches no other
 * database. Throws when the server's user may create none.
 */
export async function withScratchDatabase<Result>(
  serverUrl: string,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const name = `threadline_recall_${randomUUID().slice(0, 8)}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await runStatement(serverUrl, `create database ${name}`);
  } catch (cause) {
    throw new CommandError(
      `No database for the evaluation can be created (${describeError(cause)}): let DATABASE_URL's user create one, or unset it`,
      { cause },
    );
  }
  try {
    const db = openDatabase({ url: url.href });
    try {
      await migrate(db);
      return await use(db);
    } finally {
      await db.destroy();
    }
  } finally {
    // Not by force: that would also end autovacuum, which takes a superuser, and no connection of ours is left.
    await runStatement(serverUrl, `drop database if exists ${name}`);
  }
}
