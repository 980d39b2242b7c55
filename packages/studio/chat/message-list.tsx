import { useCallback, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ChatMessage } from '../api/chat-messages.js';

/** New text scrolls the list if the reader is this close to the end. */
const NEAR_PX = 80;
const OLDER_PX = 1_500;

interface MessageListProps {
  messages: readonly ChatMessage[];
  place: number | undefined;
  visits: number;
  /** Changes when this page sends a message. The list then scrolls to the end. */
  said: number;
  label: string;
  empty: ReactElement;
  onBeginning: () => void;
  children: (message: ChatMessage, index: number) => ReactElement;
}

export function MessageList(props: MessageListProps) {
  const { messages, place, visits, said, label, empty, onBeginning, children } = props;
  const list = useRef<VirtualizerHandle>(null);
  const [focused, setFocused] = useState<string>();
  const end = useEnd(list, messages.length - 1);
  const isPrepended = useIsPrepended(messages);
  // The focused message stays mounted, even out of sight.
  const kept = messages.findIndex(({ id }) => id === focused);
  const { isSettling, settle, stop, visit } = usePlace(list, place, end.leave);
  const box = useSteadyWidth(end.isAt);
  useLayoutEffect(visit, [visits]);
  useLayoutEffect(() => {
    settle();
    end.keep();
  }, [messages.length, messages.at(-1)]);
  useLayoutEffect(() => {
    if (said > 0) end.go();
  }, [said]);
  return (
    <div
      ref={box}
      onWheel={stop}
      onTouchMove={stop}
      onPointerDown={stop}
      onKeyDown={stop}
      className="messages min-h-0 flex-1 overflow-y-auto px-[max(1rem,calc(50%-24rem))] [overflow-anchor:none]"
      onScroll={(event) => {
        end.onScroll(event.currentTarget);
        if (event.currentTarget.scrollTop < OLDER_PX && !isSettling()) onBeginning();
      }}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('article')?.dataset['id'])}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {messages.length === 0 ? empty : null}
      <Virtualizer
        ref={list}
        data={messages}
        shift={isPrepended}
        keepMounted={kept < 0 ? [] : [kept]}
        bufferSize={600}
        onResize={() => {
          settle();
          end.keep();
          if (list.current !== null && list.current.scrollSize <= list.current.viewportSize) onBeginning();
        }}
      >
        {children}
      </Virtualizer>
    </div>
  );
}

/** A place has settled after this long: heights are estimates until messages render. */
const SETTLED_MS = 500;

/** Centers a message again until heights and messages settle, or the reader scrolls. */
function usePlace(
  list: React.RefObject<VirtualizerHandle | null>,
  place: number | undefined,
  leave: () => void,
) {
  const until = useRef(0);
  const newest = useRef(place);
  newest.current = place;
  const isSettling = (): boolean => performance.now() < until.current;
  const settle = (): void => {
    const at = newest.current;
    if (at === undefined || at < 0 || !isSettling()) return;
    until.current = performance.now() + SETTLED_MS;
    leave();
    list.current?.scrollToIndex(at, { align: 'center' });
  };
  const visit = (): void => {
    until.current = newest.current === undefined ? 0 : Infinity;
    settle();
  };
  return { isSettling, settle, visit, stop: () => void (until.current = 0) };
}

/** A panel changes heights, so keep the focused or first visible message in place. */
function useSteadyWidth(isAtEnd: () => boolean) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    let kept = findKept(element);
    const remember = (): void => {
      if (element.clientWidth === width) kept = findKept(element);
    };
    const restore = (frames: number): void => {
      if (kept?.message.isConnected === true && !isAtEnd())
        element.scrollTop += kept.message.getBoundingClientRect().top - kept.top;
      // The list measures its messages a few frames later.
      if (frames > 0) requestAnimationFrame(() => restore(frames - 1));
      else {
        width = element.clientWidth;
        kept = findKept(element);
      }
    };
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) restore(FRAMES);
    });
    observer.observe(element);
    const events = ['scroll', 'focusin', 'pointerdown', 'keydown'] as const;
    events.forEach((event) => element.addEventListener(event, remember));
    return () => {
      observer.disconnect();
      events.forEach((event) => element.removeEventListener(event, remember));
    };
  }, []);
  return box;
}

const FRAMES = 8;

function findKept(box: HTMLElement): { message: Element; top: number } | undefined {
  const { top: upper, bottom: lower } = box.getBoundingClientRect();
  const isSeen = (message: Element): boolean => {
    const { top, bottom } = message.getBoundingClientRect();
    return bottom > upper && top < lower;
  };
  const focused = box.contains(document.activeElement)
    ? document.activeElement?.closest('article')
    : undefined;
  const message =
    focused != null && isSeen(focused) ? focused : [...box.querySelectorAll('article')].find(isSeen);
  return message && { message, top: message.getBoundingClientRect().top };
}

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
    isAt: () => isAtEnd.current,
    onScroll({ scrollTop, scrollHeight, clientHeight }: Element) {
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      // A list scrolls up by itself if elements are shorter than estimated.
      const goesUp = scrollTop < before.current.scrollTop && scrollHeight >= before.current.scrollHeight;
      before.current = { scrollTop, scrollHeight };
      if (isNear) isAtEnd.current = true;
      else if (goesUp) isAtEnd.current = false;
    },
  };
}

/** Messages added at the beginning must not move the others. */
function useIsPrepended(messages: readonly ChatMessage[]): boolean {
  const first = messages[0]?.id;
  const before = useRef(first);
  useLayoutEffect(() => void (before.current = first), [first]);
  return before.current !== undefined && before.current !== first;
}
