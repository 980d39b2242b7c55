import { Option, type Command } from 'commander';
import { RATINGS, type Rating } from '../../protocol/rating.js';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import { collectPaths, parseWholeNumber } from '../program/options.js';

interface BacktestOptions {
  settings: string;
  hours: number;
  user?: string;
  rating?: Rating;
  flow?: readonly string[];
  json?: boolean;
}

const MAX_HOURS = 8_784;
const HOUR_MS = 3_600_000;

const MORE = `
Calls no model, costs nothing and stores nothing: each call is planned again from the rows that existed when it was made.
Settings are a JSON object like {"history": {"messages": 20}, "contextWindow": 32000, "model": "openai:gpt-4.1"}; omitted
settings stay as they were. Omitted tokens are shown with the number of messages.

Example:
  threadline backtest --settings longer.json --hours 168 --flow assistant`;

export function createBacktestCommand(): Command {
  return newCommand('backtest', 'plan stored calls again with other settings and compare')
    .requiredOption('--settings <file>', 'settings to change, as JSON')
    .option('--hours <number>', 'hours before now, 1 to 8784', parseWholeNumber(MAX_HOURS), 24)
    .option('--user <name>', 'only calls of this user')
    .option('--flow <slug>', 'only this flow; repeatable (default: all)', collectPaths)
    .addOption(
      new Option('--rating <rating>', 'only calls of turns whose answer a person rated so').choices(RATINGS),
    )
    .addHelpText('after', MORE)
    .action(async ({ settings: settingsFile, hours, user, rating, flow: flows, json }: BacktestOptions) => {
      const { backtest } = await import('./backtest.js');
      const until = new Date();
      const since = new Date(until.getTime() - hours * HOUR_MS);
      await backtest({ settingsFile, since, until, user, rating, flows }, createOutput({ json }));
    });
}
