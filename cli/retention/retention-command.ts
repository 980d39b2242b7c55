import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

const MORE = `
Removes nothing: once an hour, a worker applies 'retention' of the project's configuration. 'due' is what the next
run removes; conversations with unfinished turns are kept.`;

export function createRetentionCommand(): Command {
  return newCommand('retention', 'show how long data is kept, and what is due for removal')
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
        status ? describeRetention(status).join('\n') : 'Everything is kept forever',
      );
    });
}
