import { Option, type Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';
import { TRAJECTORY_FORMATS, type TrajectoryFormat } from './trajectory-formats.js';

const MORE = `
Formats: outline (for reading), json, mermaid, dot (Graphviz), html (a page to look at in a browser), text (what was
said, short).

  threadline trajectory conversation/assistant/ada --touched
  threadline trajectory conversation/assistant/ada --last 3 --format html --out ada.html
  threadline trajectory execution/research/7 --sub-agent writer --pruned --format mermaid`;

interface TrajectoryOptions {
  pruned?: boolean;
  format: TrajectoryFormat;
  touched?: boolean;
  round?: number;
  subAgent?: string;
  last?: number;
  out?: string;
  json?: boolean;
}

/** `threadline trajectory`: shows what agents did, and why. */
export function createTrajectoryCommand(): Command {
  return newCommand('trajectory', 'show what agents did and why: conclusions, actions, what they touched')
    .argument('<id>', 'Workflow ID of a conversation, a turn or an execution')
    .option('--touched', 'which files, tables and tools were touched, instead of the graph')
    .option('--pruned', 'only what led to where the agent got')
    .addOption(
      new Option('--format <format>', 'how it is printed').choices(TRAJECTORY_FORMATS).default('outline'),
    )
    .option('--round <n>', 'only this turn of the conversation, from 1', parseWholeNumber(1_000_000))
    .option('--sub-agent <name>', "only this agent: its node's id, as the outline names it")
    .option(
      '--last <n>',
      'rounds at the most, the newest, 1 to 1000 (default: 50, with --touched 1000)',
      parseWholeNumber(1_000),
    )
    .option('--out <file>', 'write to a file (html on a terminal: trajectory.html, unless given)')
    .addHelpText('after', MORE)
    .action(async (id: string, { json, ...options }: TrajectoryOptions) => {
      const { showTrajectory } = await import('./show-trajectory.js');
      await showTrajectory({ id, ...options }, createOutput({ json }));
    });
}
