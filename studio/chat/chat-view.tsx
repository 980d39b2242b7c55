import { useState } from 'react';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { goTo as navigate } from '../use-route.js';
import {
  loadMessages,
  steer,
  stopTurn,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from './chat-messages.js';
import { Composer } from './composer.js';
import { MessageView } from './message-view.js';
import { goToBranch, useBranches } from './use-branches.js';
import { openThread } from './threads.js';
import { useScroll } from './use-scroll.js';
import { useThread } from './use-thread.js';
import { listVersions } from './versions.js';

/** A conversation: what was said, what is being said, and what is said next. */
export function ChatView({
  chat,
  loaded,
  onSwitched,
}: {
  chat: ChatKey;
  loaded: LoadedChat;
  /** The chat is in another branch. */
  onSwitched: () => void;
}) {
  const thread = useThread({ chat, loaded });
  const older = useOlder(chat, loaded.next);
  const messages = [...older.messages, ...thread.messages];
  const scroll = useScroll(messages.at(-1));
  const running = thread.messages.at(-1);
  return (
    <div className="chat">
      <div
        className="messages"
        ref={scroll.ref}
        onScroll={scroll.onScroll}
        tabIndex={0}
        role="region"
        aria-label={STRINGS.chat.messages}
      >
        {older.next === null ? null : (
          <button type="button" className="older" onClick={() => void older.load()}>
            {STRINGS.chat.older}
          </button>
        )}
        {messages.length === 0 ? <p className="hint">{STRINGS.chat.empty}</p> : null}
        <Messages chat={chat} thread={thread} messages={messages} onSwitched={onSwitched} />
        {thread.ahead > 0 ? <p className="hint">{STRINGS.chat.queued(thread.ahead)}</p> : null}
        {thread.error === undefined ? null : <Problem error={toShown(thread.error)} retry={thread.catchUp} />}
      </div>
      <Composer
        isRunning={!thread.isIdle}
        onSend={(message) => {
          scroll.stick();
          void thread.sendMessage(message);
        }}
        onSteer={(text) => void steer(chat, text)}
        onStop={() => running !== undefined && void stopTurn(chat, running.id)}
      />
    </div>
  );
}

function Messages({
  chat,
  thread,
  messages,
  onSwitched,
}: {
  chat: ChatKey;
  thread: ReturnType<typeof useThread>;
  messages: readonly ChatMessage[];
  onSwitched: () => void;
}) {
  const newest = thread.messages.at(-1);
  const [problem, setProblem] = useState<Error>();
  const branches = useBranches(chat, thread.isIdle ? newest?.id : undefined);
  const goTo = (branch: number): void => {
    // Where it fails the page shows the branch that it was in, and the next try tells why.
    void goToBranch(chat, branch).finally(onSwitched);
  };
  const shown = messages.map((message) => {
    const { id: messageId, role } = message;
    // What was loaded afterwards the chat does not know, and an answer that is written is stopped first.
    const mayRedo = thread.isIdle && thread.messages.includes(message);
    return (
      <MessageView
        key={messageId}
        chat={chat}
        message={message}
        isRunning={!thread.isIdle && message === newest && role === 'assistant'}
        onRetry={mayRedo && role === 'assistant' ? () => void thread.regenerate({ messageId }) : undefined}
        onEdit={
          mayRedo && role === 'user' ? (text) => void thread.sendMessage({ text, messageId }) : undefined
        }
        versions={listVersions(branches, message.metadata?.turnId ?? '')}
        onGo={thread.isIdle ? goTo : undefined}
        onThread={(turnId, phrase) =>
          void openThread(chat, { turnId, phrase }).then(
            (id) =>
              navigate({ view: 'chat', flow: chat.flow, channel: chat.channel, why: undefined, thread: id }),
            setProblem,
          )
        }
        onApprove={(answer) => void thread.addToolApprovalResponse(answer)}
      />
    );
  });
  return (
    <>
      {shown}
      {problem === undefined ? null : <Problem error={problem} retry={() => setProblem(undefined)} />}
    </>
  );
}

function toShown(error: Error): Error {
  return error instanceof TypeError ? new Error(STRINGS.chat.lost) : error;
}

/** Messages before those that the chat began with, a page at a time. */
function useOlder(chat: ChatKey, first: string | null) {
  const [state, setState] = useState<{ messages: ChatMessage[]; next: string | null }>({
    messages: [],
    next: first,
  });
  const load = async () => {
    if (state.next === null) return;
    const page = await loadMessages(chat, { before: state.next });
    setState({ messages: [...page.messages, ...state.messages], next: page.next });
  };
  return { ...state, load };
}
