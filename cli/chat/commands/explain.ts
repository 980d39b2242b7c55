import { createExplanationView } from '../../explain/explain.js';
import { formatExplanations } from '../../explain/format-explanation.js';
import type { Chat } from '../chat.js';
import { ignoreNotFound } from '../../program/ignore-not-found.js';
import type { SlashCommand } from './slash-command.js';

export const explainCommand: SlashCommand = {
  name: 'explain',
  help: 'show what the last model call was sent, and what was omitted',
  isShowing: true,
  async obey({ chat, write }) {
    write(`${await explainLastCall(chat)}\n`);
    return undefined;
  },
};

export async function explainLastCall({
  conversation,
  executions,
  output,
}: Pick<Chat, 'conversation' | 'executions' | 'output'>): Promise<string> {
  const calls = await executions.explain(conversation.workflowId).catch(ignoreNotFound);
  const last = calls?.at(-1);
  return last ? formatExplanations([last], createExplanationView(output)) : 'No model was called yet';
}
