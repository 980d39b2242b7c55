import { useEffect } from 'react';

const SAID = 'threadline-said';

/** Tells the rest of the page that something was said in a chat, an answer began or ended, or a title was edited. */
export function announceSaid(): void {
  dispatchEvent(new Event(SAID));
}

/** Calls `look` each time that something was said in a chat of this page. */
export function useSaid(look: () => void): void {
  useEffect(() => {
    addEventListener(SAID, look);
    return () => removeEventListener(SAID, look);
  }, [look]);
}
