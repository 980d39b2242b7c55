import { explanationView } from '../explain/explain.js';
import { formatExplanations } from '../explain/format-explanation.js';
import type { Chat } from './chat.js';

/** What the last model call of a chat's last turn was sent, for people. */
export async function explainLastCall({
  conversation,
  executions,
  output,
}: Pick<Chat, 'conversation' | 'executions' | 'output'>): Promise<string> {
  const calls = await executions.explain(conversation.workflowId).catch(nothingYet);
  const last = calls.at(-1);
  return last === undefined ? 'No model was called yet' : formatExplanations([last], explanationView(output));
}

/** A conversation comes to be with its first message. */
function nothingYet(error: unknown): [] {
  if (error instanceof Error && 'type' in error && error.type === 'Client.NotFound') return [];
  throw error;
}
