import type { Command } from 'commander';
import type { DatabaseMigration } from './migrate-database.js';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

/** `threadline migrate`: brings the database up to date. */
export function createMigrateCommand(): Command {
  return newCommand('migrate', 'bring the database up to date; safe when several do so at once').action(
    async (options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { findDatabase } = await import('../system/find-system.js');
      const { withDatabase } = await import('../system/open-client.js');
      const { migrateDatabase } = await import('./migrate-database.js');
      const outcome = await withDatabase(findDatabase(readConfig()), migrateDatabase);
      createOutput(options).result(outcome, () => describe(outcome));
    },
  );
}

function describe({ applied, indexed }: DatabaseMigration): string {
  const what = [
    ...(applied.length > 0 ? [`Applied ${applied.join(', ')}`] : []),
    ...(indexed > 0 ? [`Indexed ${indexed} messages`] : []),
  ];
  return what.length === 0 ? 'The database is up to date' : what.join('; ');
}
