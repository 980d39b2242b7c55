import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FlatThreadMessage, ThreadNode } from '../../../views/thread.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button, IconButton } from '../parts/button.js';
import { deleteLater } from '../parts/delete-later.js';
import { Panel } from '../parts/panel.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { AnchorQuote } from './anchor-quote.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { DraftThread } from './draft-thread.js';
import { LoadedChatView } from './loaded-chat-view.js';
import { Markdown } from './markdown.js';
import { RenameForm } from './rename.js';
import { announceSaid, useSaid } from './said.js';

const TEXT = STRINGS.threads;

interface ThreadPanelProps {
  chat: ChatKey;
  thread: string;
  at: number | undefined;
  /** A thread that is not stored yet: its anchor and parent. */
  draft: { on: string; of: string | undefined } | undefined;
}

export function ThreadPanel({ chat: { flow, channel }, thread, at, draft }: ThreadPanelProps) {
  const closeHref = formatRoute({ view: 'chat', flow, channel, why: undefined });
  return (
    <Panel title={TEXT.title} className="thread" closeHref={closeHref}>
      {draft ? (
        <DraftThread chat={{ flow, channel, thread: draft.of }} thread={thread} on={draft.on} />
      ) : (
        <StoredThread chat={{ flow, channel }} thread={thread} at={at} />
      )}
    </Panel>
  );
}

function StoredThread({ chat, thread, at }: Omit<ThreadPanelProps, 'draft'>) {
  const { flow, channel } = chat;
  const key = { flow, channel, thread };
  const tree = useLoaded(`thread ${chatName(key)}`, (signal) =>
    get<ThreadNode>(conversationPath(chat, '/threads'), { query: chatQuery(chat), signal }),
  );
  useSaid(tree.reload);
  const path = tree.value ? (findThreadPath(tree.value, thread) ?? []) : undefined;
  const node = path?.at(-1);
  const above = path?.slice(0, -1) ?? [];
  const parent = above.at(-1)?.threadId ?? undefined;
  return (
    <>
      {tree.error ? <Problem error={tree.error} retry={tree.reload} /> : null}
      {node ? (
        <>
          <PathUpward chat={chat} above={above} />
          <ThreadTitle chat={key} node={node} parent={parent} />
        </>
      ) : null}
      {node?.anchor == null ? null : (
        <AnchorQuote
          text={node.anchor.text}
          href={formatRoute({
            view: 'chat',
            flow,
            channel,
            why: undefined,
            thread: parent,
            at: node.anchor.message,
          })}
        />
      )}
      <LoadedChatView chat={key} at={at} />
      <Together chat={chat} />
    </>
  );
}

type Node = Wire<ThreadNode>;

function PathUpward({ chat: { flow, channel }, above }: { chat: ChatKey; above: readonly Node[] }) {
  return (
    <nav className="path flex flex-wrap gap-x-1 px-4 pt-2 text-xs text-faint" aria-label={TEXT.path}>
      {above.map(({ workflowId, threadId, title }) => (
        <span key={workflowId} className="inline-flex min-w-0 items-center gap-1">
          <a
            className="max-w-48 truncate pointer-coarse:py-3.5"
            href={formatRoute({ view: 'chat', flow, channel, why: undefined, thread: threadId ?? undefined })}
          >
            {title}
          </a>
          <ChevronRight size={12} aria-hidden="true" />
        </span>
      ))}
    </nav>
  );
}

function ThreadTitle({ chat, node, parent }: { chat: ChatKey; node: Node; parent: string | undefined }) {
  const [isRenamed, setRenamed] = useState(false);
  const { flow, channel, thread = '' } = chat;
  const above = { flow, channel, thread: parent };
  const { title, isTitled, workflowId } = node;
  const remove = (): void => {
    deleteLater({
      key: workflowId,
      title,
      path: conversationPath(chat, `/threads/${encodeURIComponent(thread)}`),
      query: chatQuery(above),
      onDeleted: announceSaid,
    });
    goTo({ view: 'chat', flow, channel, why: undefined, thread: parent });
  };
  return (
    <div className="thread-title flex flex-wrap items-center gap-1 px-4">
      {isRenamed ? (
        <RenameForm
          chat={chat}
          title={isTitled ? title : ''}
          onRenamed={announceSaid}
          onClose={() => setRenamed(false)}
        />
      ) : (
        <>
          <h3 className="mr-auto min-w-0 text-base wrap-anywhere">{title}</h3>
          <IconButton label={STRINGS.chats.rename.begin} className="rename" onClick={() => setRenamed(true)}>
            <Pencil size={14} />
          </IconButton>
          <IconButton label={TEXT.delete} className="delete-thread" onClick={remove}>
            <Trash2 size={14} />
          </IconButton>
        </>
      )}
    </div>
  );
}

function Together({ chat }: { chat: ChatKey }) {
  const [shown, setShown] = useState<{ list?: Wire<FlatThreadMessage[]>; text?: string; error?: Error }>();
  const show = async (load: () => Promise<typeof shown>): Promise<void> => {
    setShown(await load().catch((error: unknown) => ({ error: error as Error })));
  };
  const query = chatQuery(chat);
  const flatten = async () => ({
    list: await get<FlatThreadMessage[]>(conversationPath(chat, '/flat'), { query }),
  });
  const merge = async () => {
    const { text } = await post<{ text: string }>(conversationPath(chat, '/merge'), {
      query,
      body: { format: 'structured' },
    });
    return { text };
  };
  return (
    <section
      className="together max-h-[40%] shrink-0 overflow-auto border-t border-line px-4 py-2"
      aria-label={TEXT.together}
    >
      <Button kind="quiet" size="small" onClick={() => void show(flatten)}>
        {TEXT.flatten}
      </Button>{' '}
      <Button kind="quiet" size="small" onClick={() => void show(merge)}>
        {TEXT.merge}
      </Button>
      {shown?.error ? <Problem error={shown.error} retry={() => setShown(undefined)} /> : null}
      {shown?.text === undefined ? null : <Markdown text={shown.text} />}
      {shown?.list ? (
        <ol className="grid list-decimal gap-1 py-2 pl-6 text-sm">
          {shown.list.map((one, at) => (
            <li key={at} data-depth={one.depth} style={{ marginLeft: `${one.depth}rem` }}>
              <strong>{STRINGS.share[one.role]}</strong> {one.text}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

/** Returns the thread's ancestors and itself. Undefined if it is not in the tree. */
function findThreadPath(tree: Node, thread: string): Node[] | undefined {
  if (tree.threadId === thread) return [tree];
  for (const child of tree.children) {
    const path = findThreadPath(child, thread);
    if (path) return [tree, ...path];
  }
  return undefined;
}
