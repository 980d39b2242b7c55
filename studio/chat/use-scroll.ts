import { useCallback, useLayoutEffect, useRef } from 'react';

/** So near to its end a reader follows what is written. */
const NEAR_PX = 80;

/** Keeps the end in sight while the reader is there, and lets who reads above it read on. */
export function useScroll(newest: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const onScroll = useCallback(() => {
    const element = ref.current;
    if (element !== null)
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
  }, []);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [newest]);
  return { ref, onScroll, stick: () => void (isAtEnd.current = true) };
}
