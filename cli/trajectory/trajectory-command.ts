import { Option, type Command } from 'commander';
import type { TrajectoryOptions } from './show-trajectory.js';
import { newCommand } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';
import { TRAJECTORY_FORMATS } from './trajectory-formats.js';

const MORE = `
Formats: outline (for reading), json, mermaid, dot (Graphviz), html (a page for the browser), text (the messages,
shortened).

  threadline trajectory conversation/assistant/ada --touched
  threadline trajectory conversation/assistant/ada --last 3 --format html --out ada.html
  threadline trajectory execution/research/7 --sub-agent writer --pruned --format mermaid`;

export function createTrajectoryCommand(): Command {
  return newCommand('trajectory', 'show what agents did and why: conclusions, actions, what they touched')
    .argument('<id>', 'Workflow ID of a conversation, a turn or an execution')
    .option('--touched', 'list the touched files, tables and tools instead of the graph')
    .option('--pruned', 'omit abandoned branches')
    .addOption(
      new Option('--format <format>', 'output format').choices(TRAJECTORY_FORMATS).default('outline'),
    )
    .option('--round <n>', 'only this turn of the conversation, from 1', parseWholeNumber(1_000_000))
    .option('--sub-agent <name>', 'only this agent, by its node id in the outline')
    .option(
      '--last <n>',
      'newest rounds to show, 1 to 1000 (default: 50, with --touched 1000)',
      parseWholeNumber(1_000),
    )
    .option('--out <file>', 'file to write (default for html on a terminal: trajectory.html)')
    .addHelpText('after', MORE)
    .action(async (id: string, { json, ...options }: TrajectoryOptions & { json?: boolean }) => {
      const { showTrajectory } = await import('./show-trajectory.js');
      await showTrajectory({ id, ...options }, createOutput({ json }));
    });
}
