import type { Command } from 'commander';
import type { MigrationOutcome } from '../../store/migrate.js';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

const MORE = `
--roles: run it as the role that owns the tables, and again after each upgrade. Then grant the roles to logins:
  grant threadline_worker to <the worker's and the application's user>
  grant threadline_reader to <a reporting user>, which sees one user's rows: set "threadline.user" = 'ada'`;

export function createMigrateCommand(): Command {
  return newCommand('migrate', 'migrate the database; safe to run concurrently')
    .option('--roles', 'also create the roles threadline_worker and threadline_reader, with their grants')
    .addHelpText('after', MORE)
    .action(async (options: { json?: boolean; roles?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { findDatabase } = await import('../system/find-system.js');
      const { withDatabase } = await import('../system/open-client.js');
      const { migrate } = await import('../../store/migrate.js');
      const { makeRoles } = await import('../../store/roles/make-roles.js');
      const outcome = await withDatabase(findDatabase(readConfig()), async (db) => {
        const migrated = await migrate(db);
        if (options.roles !== true) return migrated;
        await makeRoles(db);
        return { ...migrated, roles: true };
      });
      createOutput(options).result(outcome, () => describe(outcome));
    });
}

function describe({ applied, roles = false }: MigrationOutcome & { roles?: boolean }): string {
  const migrated = applied.length === 0 ? 'The database is up to date' : `Applied ${applied.join(', ')}`;
  return roles ? `${migrated}\nThe roles and their grants are up to date` : migrated;
}
