import { MessageSquare } from 'lucide-react';
import { parseTurnWorkflowId } from '../../../protocol/parse-workflow-id.js';
import type { HistoryPage } from '../../../views/conversation.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { buttonClass } from '../parts/button.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath } from '../api/chat-messages.js';

/** Searches the run's question among this many newest messages. */
const NEWEST = 200;

export function ChatOfRun({ executionId }: { executionId: string }) {
  const turn = parseTurnWorkflowId(executionId);
  const { value } = useLoaded(`chat of ${executionId}`, async (signal) => {
    if (!turn) return undefined;
    const chat = { ...turn, channel: turn.channel ?? '' };
    const query = { ...chatQuery(chat), limit: NEWEST };
    return get<HistoryPage>(conversationPath(chat, '/messages'), { query, signal });
  });
  if (!turn) return null;
  const { flow, channel = '', thread } = turn;
  const at = value?.messages.findLast(({ turnId }) => turnId === turn.turnId)?.seq;
  return (
    <a
      className={buttonClass({ size: 'small' }, 'to-chat')}
      href={formatRoute({ view: 'chat', flow, channel, thread, why: undefined, at })}
    >
      <MessageSquare size={14} aria-hidden="true" />
      {STRINGS.runs.toChat}
    </a>
  );
}
