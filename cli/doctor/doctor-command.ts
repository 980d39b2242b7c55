import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

export function createDoctorCommand(): Command {
  return newCommand('doctor', 'check servers, versions and settings, and suggest fixes').action(
    async (options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { runDoctor } = await import('./run-doctor.js');
      process.exitCode = await runDoctor(readConfig(), createOutput(options));
    },
  );
}
