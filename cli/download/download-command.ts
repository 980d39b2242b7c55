import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

const MORE = `
What 'history --json' shows as the 'ref' of a message's attachment names a file. Without --out its bytes go to standard
output, where that is no terminal.`;

/** `threadline download`: gives a file back that a user sent. */
export function createDownloadCommand(): Command {
  return newCommand('download', 'download an attachment')
    .argument('<ref>', "the file, as 'upload:…'")
    .option('--user <name>', 'whose it is (default: THREADLINE_USER, else your login name)')
    .option('--out <path>', 'a file to write it to')
    .addHelpText('after', MORE)
    .action(async (ref: string, options: { user?: string; out?: string; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { download } = await import('./download.js');
      const config = readConfig();
      const { user = config.user, out } = options;
      await download({ config, ref, user, out, output: createOutput(options) });
    });
}
