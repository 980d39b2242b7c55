import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

interface RetryCallOptions {
  model?: string;
  settings?: string;
  json?: boolean;
}

const MORE = `
Calls a model, at the cost of a call. The same messages are sent again; the answer is not stored, and the conversation is
unchanged. Settings are a JSON object like {"temperature": 0, "maxOutputTokens": 500}; omitted settings come from the
flow. Uses the model keys of this process's environment.

Example:
  threadline retry-call conversation/assistant/ada/turn/4/agent/1 --model anthropic:claude-sonnet-5`;

export function createRetryCallCommand(): Command {
  return newCommand('retry-call', 'resend a stored model call and show both answers')
    .argument('<id>', 'a model call; for an execution or a turn: its last call')
    .option('--model <id>', 'model to call (default: the original one)')
    .option('--settings <file>', 'settings of the call as JSON')
    .addHelpText('after', MORE)
    .action(async (id: string, { model, settings, json }: RetryCallOptions) => {
      const { retryCall } = await import('./retry-call.js');
      await retryCall({ id, model, settingsFile: settings }, createOutput({ json }));
    });
}
