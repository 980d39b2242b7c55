import { useState } from 'react';
import type { HistoryPage } from '../../../views/conversation.js';
import { get, post } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { AnchorQuote } from './anchor-quote.js';
import { chatQuery, conversationPath, type ChatKey } from './chat-messages.js';
import { Composer, type ComposedMessage } from './composer.js';
import { announceSaid } from './said.js';
import { submit } from './use-queue.js';

/** A thread that does not exist until its first message. `on` is its anchor, as `12` or `12.0.20`. */
export function DraftThread({ chat, thread, on }: { chat: ChatKey; thread: string; on: string }) {
  const [problem, setProblem] = useState<Error>();
  const { flow, channel, thread: parent } = chat;
  const [message = 0, start, end] = on.split('.').map(Number);
  const { value, error, reload } = useLoaded(`anchor ${on}`, (signal) =>
    get<HistoryPage>(conversationPath(chat, '/messages'), {
      query: { ...chatQuery(chat), limit: 1, before: String(message + 1) },
      signal,
    }),
  );
  const [turnId] = useState(() => crypto.randomUUID());
  const send = async (composed: ComposedMessage): Promise<void> => {
    setProblem(undefined);
    try {
      const query = chatQuery(chat);
      // Ids make both requests idempotent.
      await post(conversationPath(chat, '/threads'), { query, body: { id: thread, message, start, end } });
      await submit({ flow, channel, thread }, { turnId, message: composed });
      announceSaid();
      goTo({ view: 'chat', flow, channel, why: undefined, thread });
    } catch (cause) {
      setProblem(cause as Error);
    }
  };
  const failed = error ?? problem;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <AnchorQuote
        text={value?.messages[0]?.text.slice(start, end) ?? ''}
        href={formatRoute({ view: 'chat', flow, channel, why: undefined, thread: parent, at: message })}
      />
      <p className="hint flex-1 px-4">{STRINGS.threads.draft}</p>
      {failed ? <Problem error={failed} retry={reload} /> : null}
      <Composer
        chat={{ flow, channel, thread }}
        isRunning={false}
        onSend={(composed) => void send(composed)}
        onQueue={(composed) => void send(composed)}
        onStop={() => undefined}
      />
    </div>
  );
}
