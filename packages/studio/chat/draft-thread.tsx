import type { HistoryPage } from '../../../views/conversation.js';
import { get, post } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { AnchorQuote } from './anchor-quote.js';
import { chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { Composer, type ComposedMessage } from './composer.js';
import { announceSaid } from './said.js';
import { QueueView } from './queue-view.js';
import { submit, toWaiting, type Waiting } from './use-queue.js';
import { nameFiles, useSending } from './use-sending.js';

/** A thread that is stored with its first message. `on` is its anchor, such as `12` or `12.0.20`. */
export function DraftThread({ chat, thread, on }: { chat: ChatKey; thread: string; on: string }) {
  const { flow, channel, thread: parent } = chat;
  const [message = 0, start, end] = on.split('.').map(Number);
  const { value, error, reload } = useLoaded(`anchor ${on}`, (signal) =>
    get<HistoryPage>(conversationPath(chat, '/messages'), {
      query: { ...chatQuery(chat), limit: 1, before: String(message + 1) },
      signal,
    }),
  );
  const { sending, perform, resend, forget } = useSending();
  const send = (composed: ComposedMessage): void => {
    const turnId = crypto.randomUUID();
    const request = async (): Promise<void> => {
      const body = { id: thread, message, start, end };
      await post(conversationPath(chat, '/threads'), { query: chatQuery(chat), body });
      await submit({ flow, channel, thread }, { turnId, message: composed });
      announceSaid();
      goTo({ view: 'chat', flow, channel, why: undefined, thread });
    };
    void perform({ turnId, message: nameFiles(composed), request });
  };
  const withdraw = ({ turnId }: Waiting): void => forget(turnId);
  const edit = () => Promise.resolve(false);
  const queue = { waiting: sending.map(toWaiting), resend, withdraw, edit, move: () => undefined };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <AnchorQuote
        text={value?.messages[0]?.text.slice(start, end) ?? ''}
        href={formatRoute({ view: 'chat', flow, channel, why: undefined, thread: parent, at: message })}
      />
      <p className="hint flex-1 px-4">{STRINGS.threads.draft}</p>
      {error ? <Problem error={error} retry={reload} /> : null}
      <div className="px-4 pb-2">
        <QueueView queue={queue} isRunning={false} />
      </div>
      <Composer
        chat={{ flow, channel, thread }}
        isRunning={false}
        onSend={send}
        onQueue={send}
        onStop={() => undefined}
      />
    </div>
  );
}
