import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

const MORE = `
Ends and deletes the user's Workflows in Temporal, then deletes the user's rows in Postgres and
exported trajectories. It cannot be undone.`;

export function createForgetCommand(): Command {
  return newCommand('forget', 'delete all data of a user, after confirmation')
    .requiredOption('--user <name>', 'user to delete')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', MORE)
    .action(async (options: { user: string; yes?: boolean; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { forget } = await import('./forget.js');
      const { user, yes = false } = options;
      await forget({ config: readConfig(), user, isAgreed: yes, output: createOutput(options) });
    });
}
