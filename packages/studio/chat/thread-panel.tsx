import { useState } from 'react';
import type { FlatThreadMessage, ThreadNode } from '../../../views/thread.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { Panel } from '../parts/panel.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath, type ChatKey } from './chat-messages.js';
import { LoadedChatView } from './loaded-chat-view.js';
import { Markdown } from './markdown.js';
import { Rename } from './rename.js';
import { announceSaid, useSaid } from './said.js';

const TEXT = STRINGS.threads;

export function ThreadPanel({ chat, thread, at }: { chat: ChatKey; thread: string; at: number | undefined }) {
  const { flow, channel } = chat;
  const key = { flow, channel, thread };
  const node = useLoaded(`thread ${thread}`, (signal) =>
    get<ThreadNode>(conversationPath(key, '/threads'), { query: chatQuery(key), signal }),
  );
  useSaid(node.reload);
  const about = node.value?.anchor?.text;
  return (
    <Panel
      title={TEXT.title}
      className="thread"
      closeHref={formatRoute({ view: 'chat', flow, channel, why: undefined })}
    >
      {node.error === undefined ? null : <Problem error={node.error} retry={node.reload} />}
      {node.value === undefined ? null : (
        <div className="thread-title flex flex-wrap items-center gap-1 px-4 pt-3">
          <h3 className="text-base wrap-anywhere">{node.value.title}</h3>
          <Rename chat={key} title={node.value.isTitled ? node.value.title : ''} onRenamed={announceSaid} />
        </div>
      )}
      {about === undefined ? null : (
        <blockquote className="mx-4 my-2 max-h-40 shrink-0 overflow-auto border-l-3 border-accent pl-3 text-sm text-soft wrap-anywhere">
          {about}
        </blockquote>
      )}
      <LoadedChatView chat={key} at={at} />
      <Together chat={{ flow, channel }} />
    </Panel>
  );
}

/** A conversation with all threads, as a list or merged. */
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
      {shown?.error === undefined ? null : <Problem error={shown.error} retry={() => setShown(undefined)} />}
      {shown?.text === undefined ? null : <Markdown text={shown.text} />}
      {shown?.list === undefined ? null : (
        <ol className="grid list-decimal gap-1 py-2 pl-6 text-sm">
          {shown.list.map((one, at) => (
            <li key={at} data-depth={one.depth} style={{ marginLeft: `${one.depth}rem` }}>
              <strong>{one.role}</strong> {one.text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
