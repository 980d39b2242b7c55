import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

const MORE = `
'history --json' shows the 'ref' of each attachment. Without --out the file goes to standard output, unless that is a
terminal.`;

export function createDownloadCommand(): Command {
  return newCommand('download', 'download an attachment')
    .argument('<ref>', "the file, as 'upload:…'")
    .option('--user <name>', 'owner of the file (default: THREADLINE_USER, else your login name)')
    .option('--out <path>', 'file to write to')
    .addHelpText('after', MORE)
    .action(async (ref: string, options: { user?: string; out?: string; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { download } = await import('./download.js');
      const config = readConfig();
      const { user = config.user, out } = options;
      await download({ config, ref, user, out, output: createOutput(options) });
    });
}
