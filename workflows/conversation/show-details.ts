import { setCurrentDetails } from '@temporalio/workflow';
import type { ConversationState } from './conversation-state.js';

/** What the Temporal UI shows of a conversation beside its history; costs no event. */
export function showDetails({ ledger, key, refused, closing, conversationId }: ConversationState): void {
  const lines = [
    `**${key.user}** talks with **${key.flow}**${key.channel === '' ? '' : ` on ${key.channel}`}`,
  ];
  const waiting = ledger.waiting === 0 ? '' : `, ${ledger.waiting} waiting`;
  if (ledger.running === null) lines.push(`${closing ? 'Closing' : 'Waiting for a message'}${waiting}`);
  else
    lines.push(
      `Turn ${ledger.turns + 1} is running${waiting}: its execution is the child Workflow \`${conversationId}/turn/${encodeURIComponent(ledger.running.turnId)}\``,
    );
  lines.push(`${ledger.turns} turns worked off`);
  if (refused.count > 0)
    lines.push(`${refused.count} Signals refused${refused.last === null ? '' : `, last: ${refused.last}`}`);
  setCurrentDetails(lines.join('\n\n'));
}
