import { useCallback, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { STRINGS } from '../strings.js';
import type { ChatMessage } from './chat-messages.js';

/** A reader this close to the end follows new text. */
const NEAR_PX = 80;
/** This close to the beginning, the previous page is loaded. */
const OLDER_PX = 1_500;

interface MessageListProps {
  messages: readonly ChatMessage[];
  /** Index of the message shown first. Undefined: the newest. */
  place: number | undefined;
  /** Changes when this page sends a message, which scrolls to the end. */
  said: number;
  /** Shown without messages. */
  empty: ReactElement;
  onBeginning: () => void;
  children: (message: ChatMessage, index: number) => ReactElement;
}

/** Renders only visible messages, so that long chats scroll like short ones. */
export function MessageList({ messages, place, said, empty, onBeginning, children }: MessageListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const [focused, setFocused] = useState<string>();
  const end = useEnd(list, messages.length - 1);
  const isPrepended = useIsPrepended(messages);
  // A focused element stays mounted while it is out of sight.
  const kept = messages.findIndex(({ id }) => id === focused);
  useLayoutEffect(() => {
    if (place === undefined) return;
    end.leave();
    list.current?.scrollToIndex(place, { align: 'center' });
    // Only when the chat is opened; afterwards the reader scrolls.
  }, []);
  useLayoutEffect(end.keep, [messages.at(-1)]);
  useLayoutEffect(() => {
    if (said > 0) end.go();
  }, [said]);
  return (
    <div
      className="messages min-h-0 flex-1 overflow-y-auto px-[max(1rem,calc(50%-24rem))] [overflow-anchor:none]"
      onScroll={(event) => {
        end.onScroll(event.currentTarget);
        if (event.currentTarget.scrollTop < OLDER_PX) onBeginning();
      }}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('article')?.dataset['id'])}
      tabIndex={0}
      role="region"
      aria-label={STRINGS.chat.messages}
    >
      {messages.length === 0 ? empty : null}
      <Virtualizer
        ref={list}
        data={messages}
        shift={isPrepended}
        keepMounted={kept < 0 ? [] : [kept]}
        bufferSize={600}
        onResize={() => {
          end.keep();
          if (list.current !== null && list.current.scrollSize <= list.current.viewportSize) onBeginning();
        }}
      >
        {children}
      </Virtualizer>
    </div>
  );
}

/** Keeps the end in view while the reader is there. */
function useEnd(list: React.RefObject<VirtualizerHandle | null>, last: number) {
  const isAtEnd = useRef(true);
  const before = useRef({ scrollTop: 0, scrollHeight: 0 });
  const newest = useRef(last);
  newest.current = last;
  const keep = useCallback(() => {
    if (isAtEnd.current && newest.current >= 0) list.current?.scrollToIndex(newest.current, { align: 'end' });
  }, []);
  return {
    keep,
    go() {
      isAtEnd.current = true;
      keep();
    },
    leave: () => void (isAtEnd.current = false),
    onScroll({ scrollTop, scrollHeight, clientHeight }: Element) {
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      // A list whose elements turn out shorter than estimated scrolls up by itself.
      const goesUp = scrollTop < before.current.scrollTop && scrollHeight >= before.current.scrollHeight;
      before.current = { scrollTop, scrollHeight };
      if (isNear) isAtEnd.current = true;
      else if (goesUp) isAtEnd.current = false;
    },
  };
}

/** Whether messages were added before the previous ones, which must keep their position. */
function useIsPrepended(messages: readonly ChatMessage[]): boolean {
  const first = messages[0]?.id;
  const before = useRef(first);
  useLayoutEffect(() => void (before.current = first), [first]);
  return before.current !== undefined && before.current !== first;
}
