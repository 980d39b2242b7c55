import { useState } from 'react';
import type { SharedChat, SharedMessage } from '../../../views/shared-link.js';
import { keyHeaders } from '../api/key.js';
import { address, isRefusal, send, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { Markdown } from './markdown.js';
import { Link2Off } from 'lucide-react';

const TEXT = STRINGS.share;

const loadPage = (token: string, { before, signal }: { before?: string; signal?: AbortSignal } = {}) =>
  send<SharedChat>(address('/api/shared', { before }), {
    // Sends the link's token, never the reader's own key.
    headers: keyHeaders(token),
    signal: signal ?? null,
  });

export function SharedPage({ token }: { token: string }) {
  const { value, error, reload } = useLoaded(token, (signal) => loadPage(token, { signal }));
  if (error && isRefusal(error)) return <EmptyState icon={Link2Off} title={TEXT.gone} help={TEXT.goneHelp} />;
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={8} className="mx-auto w-full max-w-3xl p-6" />;
  return <SharedMessages token={token} chat={value} />;
}

function SharedMessages({ token, chat }: { token: string; chat: Wire<SharedChat> }) {
  const [older, setOlder] = useState<Wire<SharedMessage>[]>([]);
  const [next, setNext] = useState(chat.next);
  const [failed, setFailed] = useState<Error>();
  const loadOlder = (before: string): void =>
    void loadPage(token, { before }).then((page) => {
      setFailed(undefined);
      setOlder((known) => [...known, ...page.messages]);
      setNext(page.next);
    }, setFailed);
  return (
    <main className="shared mx-auto grid h-dvh w-full max-w-3xl content-start overflow-y-auto px-4 py-6">
      <h1 className="text-lg font-semibold wrap-anywhere">{chat.title ?? STRINGS.chats.untitled}</h1>
      <p className="mb-4 text-sm text-faint">
        {TEXT.shown(formatTime(chat.sharedAt), formatTime(chat.expiresAt))}
      </p>
      {failed ? <Problem error={failed} retry={() => next !== null && loadOlder(next)} /> : null}
      {next === null ? null : (
        <Button className="older justify-self-center" onClick={() => loadOlder(next)}>
          {TEXT.older}
        </Button>
      )}
      {[...chat.messages, ...older].toReversed().map((message) => (
        <Message key={message.seq} message={message} />
      ))}
    </main>
  );
}

const USER = 'ml-auto w-fit max-w-[85%] rounded-xl bg-raised px-3.5 py-2';

function Message({ message: { role, text, isPartial, attachments } }: { message: Wire<SharedMessage> }) {
  const speaker = role === 'user' ? TEXT.user : TEXT.assistant;
  return (
    <article className={`message ${role} min-w-0 py-3`} aria-label={speaker}>
      <h2 className={role === 'user' ? 'sr-only' : 'mb-1 text-xs font-medium text-faint'}>{speaker}</h2>
      <div className={role === 'user' ? USER : 'min-w-0'}>
        {role === 'user' ? (
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        ) : (
          <Markdown text={text} />
        )}
        {attachments.map(({ name }, at) => (
          <Badge key={at}>{name}</Badge>
        ))}
      </div>
      {isPartial ? <Badge tone="busy">{STRINGS.chat.incomplete}</Badge> : null}
    </article>
  );
}
