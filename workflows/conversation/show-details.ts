import { setCurrentDetails } from '@temporalio/workflow';
import { describeUsage } from '../describe-usage.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { ConversationState } from './conversation-state.js';

export function showDetails(state: ConversationState): void {
  const { ledger, key, refused, closing, conversationId, usage } = state;
  const { running, waiting } = ledger;
  const lines = [
    `**${key.user}** talks with **${key.flow}**${key.channel === '' ? '' : ` on ${key.channel}`}${key.thread === undefined ? '' : ` in thread ${key.thread}`}`,
  ];
  const queue = waiting === 0 ? '' : `, ${waiting} waiting`;
  if (running === null) lines.push(`${closing ? 'Closing' : 'Waiting for a message'}${queue}`);
  else
    lines.push(
      `Turn ${ledger.turns + 1} runs in \`${turnWorkflowId(conversationId, running.turnId)}\`${queue}`,
    );
  lines.push(`Turns so far: ${ledger.turns}, with ${describeUsage(usage)}`);
  if (refused.count > 0)
    lines.push(`Signals refused: ${refused.count}${refused.last === null ? '' : `, last: ${refused.last}`}`);
  setCurrentDetails(lines.join('\n\n'));
}
