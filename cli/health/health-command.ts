import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import { collectPaths, parseWholeNumber } from '../program/options.js';

interface HealthCommandOptions {
  hours: number;
  user?: string;
  flow?: readonly string[];
  json?: boolean;
}

const MAX_HOURS = 720;
const HOUR_MS = 3_600_000;

export function createHealthCommand(): Command {
  return newCommand('health', 'show recent turn, model and context health, and what is waiting now')
    .option('--hours <number>', 'hours before now, 1 to 720', parseWholeNumber(MAX_HOURS), 24)
    .option('--user <name>', 'only of this user')
    .option('--flow <slug>', 'only this flow; repeatable (default: all)', collectPaths)
    .action(async ({ hours, user, flow: flows, json }: HealthCommandOptions) => {
      const { readConfig } = await import('../../config.js');
      const { withClient } = await import('../system/open-client.js');
      const { formatHealth } = await import('./format-health.js');
      const output = createOutput({ json });
      await withClient(readConfig(), async (client) => {
        const until = new Date();
        const since = new Date(until.getTime() - hours * HOUR_MS);
        const health = await client.health({ since, until, user, flows });
        output.result(health, () => formatHealth(health, output.style));
      });
    });
}
