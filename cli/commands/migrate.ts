import type { Command } from 'commander';
import { newCommand } from '../new-command.js';
import { createOutput } from '../output.js';

/** `threadline migrate`. */
export function migrateCommand(): Command {
  return newCommand('migrate', 'bring the database up to date; safe when several do so at once').action(
    async (options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { findDatabase } = await import('../find-system.js');
      const { withDatabase } = await import('../open-client.js');
      const { migrate } = await import('../../store/migrate.js');
      const outcome = await withDatabase(findDatabase(readConfig()), migrate);
      createOutput(options).result(outcome, () =>
        outcome.applied.length === 0 ? 'The database is up to date' : `Applied ${outcome.applied.join(', ')}`,
      );
    },
  );
}
