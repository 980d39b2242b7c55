import { Link, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConversationView } from '../../../views/conversation.js';
import type { NewSharedLink, SharedLink } from '../../../views/shared-link.js';
import { del, get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button, IconButton } from '../parts/button.js';
import { copyText } from '../parts/copy-text.js';
import { Dialog } from '../parts/dialog.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { showToast } from '../parts/toast.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath } from '../api/chat-messages.js';

const TEXT = STRINGS.share;

interface ShareProps {
  chat: Wire<ConversationView>;
  days: number;
  onClose: () => void;
}

export function ShareDialog({ chat, days, onClose }: ShareProps) {
  const query = chatQuery(chat);
  const path = (of = ''): string => conversationPath(chat, `/links${of}`);
  const [created, setCreated] = useState<Wire<NewSharedLink>>();
  const links = useLoaded(`links ${chat.workflowId}`, (signal) =>
    get<SharedLink[]>(path(), { query, signal }),
  );
  const [failed, setFailed] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const perform = (act: () => Promise<unknown>): void => {
    setSending(true);
    void act()
      .then(() => {
        setFailed(undefined);
        links.reload();
      }, setFailed)
      .finally(() => setSending(false));
  };
  const revoke = (id: string): Promise<void> =>
    del(path(`/${id}`), { query, keepalive: false }).then(() => {
      if (created?.id === id) setCreated(undefined);
    });
  const error = failed ?? links.error;
  return (
    <Dialog title={TEXT.title} isOpen onClose={onClose}>
      <div className="share grid gap-3">
        <p className="text-sm text-soft">{TEXT.help(days)}</p>
        {created ? (
          <NewLink address={toAddress(created.token)} />
        ) : (
          <Button
            kind="primary"
            className="create-link justify-self-start"
            disabled={isSending}
            onClick={() => perform(async () => setCreated(await post<NewSharedLink>(path(), { query })))}
          >
            <Link size={15} aria-hidden="true" />
            {TEXT.create}
          </Button>
        )}
        {error ? <Problem error={error} retry={links.reload} /> : null}
        <Links links={links.value ?? []} onRevoke={(id) => perform(() => revoke(id))} />
      </div>
    </Dialog>
  );
}

function toAddress(token: string): string {
  return `${location.origin}${location.pathname}${formatRoute({ view: 'shared', token })}`;
}

function NewLink({ address }: { address: string }) {
  const copy = async (): Promise<void> =>
    showToast((await copyText(address)) ? STRINGS.copied : STRINGS.notCopied);
  return (
    <div className="grid gap-1.5" role="status">
      <div className="flex gap-2">
        <input
          readOnly
          autoFocus
          className="min-w-0 flex-1 font-mono text-xs"
          aria-label={TEXT.link}
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copy()}>{TEXT.copy}</Button>
      </div>
      <p className="text-xs text-faint">{TEXT.once}</p>
    </div>
  );
}

function Links({ links, onRevoke }: { links: readonly Wire<SharedLink>[]; onRevoke: (id: string) => void }) {
  if (links.length === 0) return <p className="text-sm text-faint">{TEXT.none}</p>;
  return (
    <ul className="grid gap-1" aria-label={TEXT.links}>
      {links.map(({ id, createdAt, expiresAt }) => (
        <li key={id} className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3 text-sm">
          <span className="mr-auto">{TEXT.dates(formatTime(createdAt), formatTime(expiresAt))}</span>
          <IconButton
            label={TEXT.revoke(formatTime(createdAt))}
            className="revoke-link"
            onClick={() => onRevoke(id)}
          >
            <Trash2 size={15} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
