import { useState } from 'react';
import type { FlatThreadMessage, ThreadNode } from '../../../views/thread.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
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
    <aside className="why thread" aria-label={TEXT.title}>
      <header>
        <h2>{TEXT.title}</h2>
        <a href={formatRoute({ view: 'chat', flow, channel, why: undefined })}>{STRINGS.why.close}</a>
      </header>
      {node.error === undefined ? null : <Problem error={node.error} retry={node.reload} />}
      {node.value === undefined ? null : (
        <div className="thread-title">
          <h3>{node.value.title}</h3>
          <Rename chat={key} title={node.value.isTitled ? node.value.title : ''} onRenamed={announceSaid} />
        </div>
      )}
      {about === undefined ? null : <blockquote>{about}</blockquote>}
      <LoadedChatView chat={key} at={at} />
      <Together chat={{ flow, channel }} />
    </aside>
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
    <section className="together" aria-label={TEXT.together}>
      <button type="button" onClick={() => void show(flatten)}>
        {TEXT.flatten}
      </button>{' '}
      <button type="button" onClick={() => void show(merge)}>
        {TEXT.merge}
      </button>
      {shown?.error === undefined ? null : <Problem error={shown.error} retry={() => setShown(undefined)} />}
      {shown?.text === undefined ? null : <Markdown text={shown.text} />}
      {shown?.list === undefined ? null : (
        <ol>
          {shown.list.map((one, at) => (
            <li key={at} data-depth={one.depth}>
              <strong>{one.role}</strong> {one.text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
