import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

interface ExplainOptions {
  diff?: string;
  thread?: string;
  json?: boolean;
}

export function createExplainCommand(): Command {
  return newCommand('explain', 'show what a model call was sent, what was omitted, and why')
    .argument('<id>', 'a model call, or the Workflow ID of an execution, a turn or a conversation')
    .option('--thread <id>', 'for a conversation: the latest turn of this thread')
    .option('--diff <other>', 'compare with another call; for an execution: its last call')
    .action(async (given: string, { diff, thread, json }: ExplainOptions) => {
      const id = thread === undefined ? given : `${given}/thread/${encodeURIComponent(thread)}`;
      const { explain, explainDifference } = await import('./explain.js');
      const output = createOutput({ json });
      if (diff === undefined) await explain(id, output);
      else await explainDifference({ first: id, second: diff }, output);
    });
}
