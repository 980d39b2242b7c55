import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

const MORE = `
Removes nothing: a worker does, once an hour, what 'retention' in the project's configuration says. 'due' is
what the next run removes; a conversation with a turn to do stays.`;

/** `threadline retention`: shows what is kept for how long, what is due, and what was removed last. */
export function createRetentionCommand(): Command {
  return newCommand('retention', 'show what is kept for how long, and what is due to be removed')
    .addHelpText('after', MORE)
    .action(async (options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { findDatabase } = await import('../system/find-system.js');
      const { withDatabase } = await import('../system/open-client.js');
      const { readRetentionStatus } = await import('../../store/retention/retention-status.js');
      const { describeRetention } = await import('./format-retention.js');
      const config = readConfig();
      const status = await withDatabase(findDatabase(config), (db) =>
        readRetentionStatus(db, config.taskQueue),
      );
      createOutput(options).result(status ?? null, () =>
        status === undefined ? 'Everything is kept for ever' : describeRetention(status).join('\n'),
      );
    });
}
