import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

const MORE = `
An argument that ends in .json or is an existing file is read as a history ('temporal workflow show --output json').
Anything else is a Workflow ID, whose history is fetched. Exits with 1 if one does not replay.`;

export function createReplayCommand(): Command {
  return newCommand('replay', 'replay Event Histories with the Workflow code of this version')
    .argument('<workflow...>', 'Workflow IDs, or files with a history as JSON')
    .addHelpText('after', MORE)
    .action(async (sources: string[], options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { replay } = await import('./replay.js');
      process.exitCode = await replay(readConfig(), sources, createOutput(options));
    });
}
