import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

const MORE = `
Writes threadline.config.ts with a flow and a tool, a first test, Dockerfile, compose.yaml and a CI workflow, and adds
what is missing to package.json. Never overwrites a file: if one exists with other content, it is kept and listed, and
the exit code is 1. To compare, write the files into another folder.`;

export function createInitCommand(): Command {
  return newCommand('init', 'write a new project')
    .argument('[folder]', 'folder of the project, created if missing', '.')
    .addHelpText('after', MORE)
    .action(async (folder: string, options: { json?: boolean }) => {
      const { runInit } = await import('./init.js');
      process.exitCode = runInit(folder, createOutput(options));
    });
}
