import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';

interface RetryCallOptions {
  model?: string;
  settings?: string;
  json?: boolean;
}

const MORE = `
Asks a model, and so costs what a call costs. What the call was sent is sent again as it was, message for message; nothing of the
answer is stored, and the conversation stays as it is. The settings are a JSON object like {"temperature": 0, "maxOutputTokens":
500}: what is not named is as the flow says. The keys of the models are those of the workers.

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
