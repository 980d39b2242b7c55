import type { ThreadNode } from '../../../views/thread.js';
import { useChanges, usePollMs } from '../api/changes.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useDeleted } from '../parts/delete-later.js';
import { formatRoute } from '../route.js';
import { CHAT_LINK } from './chat-link.js';
import { useSaid } from './said.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';

const POLL_MS = 5_000;

export function ThreadLinks({ chat, open }: { chat: ChatKey; open: string | undefined }) {
  const { value, reload } = useLoaded(
    `threads ${chatName(chat)} ${open ?? ''}`,
    (signal) => get<ThreadNode>(conversationPath(chat, '/threads'), { query: chatQuery(chat), signal }),
    { everyMs: usePollMs(POLL_MS) },
  );
  useSaid(reload);
  useChanges(reload);
  return <Below chat={chat} open={open} nodes={value?.children ?? []} />;
}

function Below(props: { chat: ChatKey; open: string | undefined; nodes: readonly Wire<ThreadNode>[] }) {
  const { chat, open, nodes } = props;
  const deleted = useDeleted();
  const shown = nodes.filter(({ workflowId }) => !deleted.has(workflowId));
  if (shown.length === 0) return null;
  const { flow, channel } = chat;
  return (
    <ul className="below ml-3 border-l border-line pl-1">
      {shown.map(({ workflowId, threadId, title, children }) => (
        <li key={workflowId}>
          <a
            className={CHAT_LINK}
            href={formatRoute({ view: 'chat', flow, channel, why: undefined, thread: threadId ?? undefined })}
            aria-current={threadId === open ? 'page' : undefined}
          >
            <span className="title truncate">{title}</span>
          </a>
          <Below chat={chat} open={open} nodes={children} />
        </li>
      ))}
    </ul>
  );
}
