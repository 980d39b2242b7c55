import { Brain } from 'lucide-react';
import type { ConversationPage, ConversationView } from '../../../views/conversation.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { EmptyState } from '../parts/empty-state.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { ChatMemory } from './chat-memory.js';
import { Facts } from './facts.js';

const MAX_CHATS = 100;
const WORDS = STRINGS.memory;

export function MemoryPage({ flow, channel }: { flow: string | undefined; channel: string | undefined }) {
  const {
    value: page,
    error,
    reload,
  } = useLoaded('memory chats', (signal) =>
    get<ConversationPage>('/conversations', { query: { limit: MAX_CHATS }, signal }),
  );
  const value = page?.conversations;
  const first = value?.[0];
  const chat = flow !== undefined && channel !== undefined ? { flow, channel } : first;
  return (
    <Page title={WORDS.title} className="memory">
      <div className="grid max-w-4xl gap-8">
        <Facts />
        {error ? <Problem error={error} retry={reload} /> : null}
        {!value && !error ? <Skeleton rows={6} /> : null}
        {value && !chat ? <EmptyState icon={Brain} title={WORDS.noChats} help={WORDS.noChatsHelp} /> : null}
        {value && chat ? (
          <>
            <label className="flex flex-wrap items-center gap-2 text-sm">
              {WORDS.chat}
              <select
                className="min-w-0 max-w-full"
                value={JSON.stringify([chat.flow, chat.channel])}
                onChange={({ target }) => {
                  const [chosen, other] = JSON.parse(target.value) as [string, string];
                  goTo({ view: 'memory', flow: chosen, channel: other });
                }}
              >
                <ChatOptions chats={value} chosen={chat} />
              </select>
              {page?.next != null ? <span className="hint">{WORDS.newest(MAX_CHATS)}</span> : null}
            </label>
            <ChatMemory key={`${chat.flow} ${chat.channel}`} flow={chat.flow} channel={chat.channel} />
          </>
        ) : null}
      </div>
    </Page>
  );
}

type Chat = Pick<ConversationView, 'flow' | 'channel'>;

/** The chosen chat may be older than the listed ones. */
function ChatOptions({
  chats,
  chosen,
}: {
  chats: readonly (Chat & Pick<ConversationView, 'title'>)[];
  chosen: Chat;
}) {
  const isListed = chats.some(({ flow, channel }) => flow === chosen.flow && channel === chosen.channel);
  const all = isListed ? chats : [{ title: null, ...chosen }, ...chats];
  return all.map(({ flow, channel, title }) => (
    <option key={`${flow} ${channel}`} value={JSON.stringify([flow, channel])}>
      {title ?? STRINGS.chats.untitled} · {flow}
    </option>
  ));
}
