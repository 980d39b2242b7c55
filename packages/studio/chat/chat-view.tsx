import { isFileUIPart } from 'ai';
import { Fragment, useEffect, useState } from 'react';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { goTo as navigate } from '../use-route.js';
import {
  stopTurn,
  type Around,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
  chatQuery,
  conversationPath,
  joinText,
  chatName,
} from '../api/chat-messages.js';
import { describeError } from './describe-error.js';
import { findPlace } from './find-place.js';
import { Composer, type ComposedMessage } from './composer.js';
import { type Phrase, findPhrase } from './find-phrase.js';
import { SpokenMarkdown } from './markdown.js';
import { MessageList } from './message-list.js';
import { MessageView } from './message-view.js';
import { Welcome } from './welcome.js';
import type { NewChat } from './use-new-chat.js';
import { QueueView } from './queue-view.js';
import { useQueue, type Queue } from './use-queue.js';
import type { Outbox } from './use-sending.js';
import { useAnchored, type AnchoredThread } from './use-anchors.js';
import { useThread } from './use-thread.js';
import { useTimeline } from './use-timeline.js';
import { listVersions } from './versions.js';
import type { HistoryPage, ListedBranch } from '../../../views/conversation.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import type { ListedFlow } from '../../../views/flow.js';

interface ChatViewProps {
  chat: ChatKey;
  loaded: LoadedChat;
  around?: Around | undefined;
  visits: number;
  outbox: Outbox;
  /** Reloads the chat after a branch switch, or if too many messages arrived elsewhere. */
  onSwitched: () => void;
  begun?: NewChat | undefined;
  onSend?: (() => void) | undefined;
}

const WORKER_POLL_MS = 5_000;

export function ChatView(props: ChatViewProps) {
  const { chat, loaded, around, visits, outbox, begun, onSwitched, onSend } = props;
  const thread = useThread({ chat, loaded, onApart: onSwitched, onRejected: outbox.keep });
  const timeline = useTimeline({ chat, newest: thread.messages, first: loaded.next, around });
  const [said, setSaid] = useState(0);
  const [failed, setFailed] = useState<Error>();
  const branches = useBranches(chat, thread.isIdle ? thread.messages.at(-1)?.id : undefined);
  const { messages, gap } = timeline;
  const { isIdle, isReconnecting } = thread;
  const queue = useQueue({ chat, outbox, isIdle, isReconnecting, shown: messages });
  const place = around && findPlace(messages, around.seq);
  const threadsOn = useAnchored(chat, { messages, isIdle });
  const older = messages.length - thread.messages.length;
  const running = thread.messages.at(-1);
  const isShown = thread.isReconnecting || running?.metadata?.status === 'failed';
  const error = (isShown ? undefined : thread.error) ?? timeline.error ?? failed;
  const send = (message: ComposedMessage): void => {
    setSaid((before) => before + 1);
    void thread.sendMessage(message);
    onSend?.();
  };
  const tryAgain = (): void => {
    setFailed(undefined);
    (thread.error ? thread.catchUp : timeline.loadOlder)();
  };
  return (
    <div className="chat flex min-h-0 flex-1 flex-col">
      <MessageList
        messages={messages}
        place={place}
        visits={visits}
        said={said}
        label={chat.thread === undefined ? STRINGS.chat.messages : STRINGS.threads.messages}
        empty={<Welcome begun={begun} onExample={(text) => send({ text, files: [] })} />}
        onBeginning={timeline.loadOlder}
      >
        {(message, index) => (
          // Keeps a message's state, such as an open editor: older messages change indexes, a retry changes the id.
          <Fragment key={index < older ? message.id : `newest ${index - older}`}>
            {index === gap ? <Missing onLoad={timeline.loadMissing} /> : null}
            <Message
              {...{ chat, thread, message, branches, onSwitched }}
              threads={threadsOn.get(index) ?? NO_THREADS}
              isPlace={index === place}
              onFailed={setFailed}
            />
          </Fragment>
        )}
      </MessageList>
      <Announcement thread={thread} />
      <Standing chat={chat} thread={thread} queue={queue} error={error} retry={tryAgain} />
      <Composer
        chat={chat}
        isRunning={!thread.isIdle}
        onSend={send}
        onQueue={queue.send}
        onStop={() => running !== undefined && void stopTurn(chat, running.id)}
      />
    </div>
  );
}

function Missing({ onLoad }: { onLoad: () => void }) {
  return (
    <Button className="missing mx-auto my-2 flex" onClick={onLoad}>
      {STRINGS.chat.missing}
    </Button>
  );
}

/** Screen readers read an answer once, when it ends. */
function Announcement({ thread: { isIdle, messages } }: { thread: ReturnType<typeof useThread> }) {
  const [hasRun, setHasRun] = useState(false);
  useEffect(() => setHasRun((before) => before || !isIdle), [isIdle]);
  const last = messages.at(-1);
  const answer = hasRun && last?.role === 'assistant' ? joinText(last.parts) : '';
  return (
    <div role="status" className="announcement sr-only">
      {isIdle ? <SpokenMarkdown text={answer} /> : STRINGS.chat.running}
    </div>
  );
}

const NO_THREADS: readonly AnchoredThread[] = [];

function Standing({
  chat,
  thread,
  queue,
  error,
  retry,
}: {
  chat: ChatKey;
  thread: ReturnType<typeof useThread>;
  queue: Queue;
  error: Error | undefined;
  retry: () => void;
}) {
  const isWorkerUnavailable = useIsWorkerUnavailable(chat.flow, !thread.isIdle);
  return (
    <div className="mx-auto grid w-[min(48rem,calc(100%-1.5rem))] gap-2 pb-2">
      <QueueView queue={queue} isRunning={!thread.isIdle} />
      {thread.ahead > 0 ? <p className="hint">{STRINGS.chat.queued(thread.ahead)}</p> : null}
      {thread.isReconnecting || isWorkerUnavailable ? (
        <p className="hint" role="status">
          {thread.isReconnecting ? STRINGS.chat.reconnecting : STRINGS.chat.noWorkerNow}
        </p>
      ) : null}
      {error ? <Problem error={new Error(describeError(error))} retry={retry} /> : null}
    </div>
  );
}

interface MessageProps {
  chat: ChatKey;
  thread: ReturnType<typeof useThread>;
  message: ChatMessage;
  branches: ReturnType<typeof useBranches>;
  isPlace: boolean;
  threads: readonly AnchoredThread[];
  onSwitched: () => void;
  onFailed: (error: Error) => void;
}

function Message({ chat, thread, message, branches, isPlace, threads, onSwitched, onFailed }: MessageProps) {
  const { id: messageId, role } = message;
  const files = message.parts.filter(isFileUIPart);
  const { flow, channel, thread: of } = chat;
  // `useChat` does not know messages loaded later, and a running answer must stop first.
  const mayRedo = thread.isIdle && thread.messages.includes(message);
  const openOn = (turnId: string, phrase: Phrase | undefined): void => {
    findAnchor(chat, turnId, phrase).then(
      (on) => navigate({ view: 'chat', flow, channel, why: undefined, thread: crypto.randomUUID(), on, of }),
      onFailed,
    );
  };
  return (
    <MessageView
      chat={chat}
      message={message}
      isPlace={isPlace}
      threads={threads}
      isRunning={!thread.isIdle && message === thread.messages.at(-1) && role === 'assistant'}
      onRetry={mayRedo && role === 'assistant' ? () => void thread.regenerate({ messageId }) : undefined}
      onEdit={
        mayRedo && role === 'user' ? (text) => void thread.sendMessage({ text, files, messageId }) : undefined
      }
      versions={listVersions(branches, message.metadata?.turnId ?? '')}
      onGo={thread.isIdle ? (branch) => void goToBranch(chat, branch).finally(onSwitched) : undefined}
      onThread={openOn}
      onApprove={(answer) => void thread.addToolApprovalResponse(answer)}
    />
  );
}

async function findAnchor(chat: ChatKey, turnId: string, phrase: Phrase | undefined): Promise<string> {
  const { seq, text } = await findAnswer(chat, turnId);
  const part = phrase && findPhrase(text, phrase);
  return part ? `${seq}.${part.start}.${part.end}` : String(seq);
}

const PAGE = 100;

async function findAnswer(chat: ChatKey, turnId: string): Promise<{ seq: number; text: string }> {
  for (let before: string | undefined; ;) {
    const query = { ...chatQuery(chat), limit: PAGE, before };
    const page: Wire<HistoryPage> = await get<HistoryPage>(conversationPath(chat, '/messages'), { query });
    const found = page.messages.find((one) => one.role === 'assistant' && one.turnId === turnId);
    if (found) return found;
    if (page.next === null) throw new Error('The answer has no place in the conversation yet');
    before = page.next;
  }
}

const POLL_MS = 200;
const MAX_POLLS = 50;

function useBranches(chat: ChatKey, newest: string | undefined): readonly Wire<ListedBranch>[] {
  return useLoaded(`${chatName(chat)} ${newest ?? ''}`, (signal) => loadBranches(chat, signal)).value ?? [];
}

async function goToBranch(chat: ChatKey, branch: number): Promise<void> {
  await post(conversationPath(chat, `/branches/${branch}/switch`), { query: chatQuery(chat) });
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const branches = await loadBranches(chat);
    if (branches.some(({ number, isCurrent }) => isCurrent && number === branch)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function loadBranches(chat: ChatKey, signal?: AbortSignal): Promise<Wire<ListedBranch[]>> {
  const query = chatQuery(chat);
  return get<ListedBranch[]>(conversationPath(chat, '/branches'), signal ? { query, signal } : { query });
}

function useIsWorkerUnavailable(flow: string, isRunning: boolean): boolean {
  const { value } = useLoaded(
    `worker ${flow} ${isRunning}`,
    (signal) => (isRunning ? get<ListedFlow[]>('/flows', { signal }) : Promise.resolve([])),
    { everyMs: isRunning ? WORKER_POLL_MS : undefined },
  );
  return value?.find(({ slug }) => slug === flow)?.hasWorker === false;
}
