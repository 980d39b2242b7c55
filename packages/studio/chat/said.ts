import { useEffect } from 'react';

const SAID = 'threadline-said';

/** Announces that a message was sent, an answer began or ended, or a title changed. */
export function announceSaid(): void {
  dispatchEvent(new Event(SAID));
}

export function useSaid(look: () => void): void {
  useEffect(() => {
    addEventListener(SAID, look);
    return () => removeEventListener(SAID, look);
  }, [look]);
}
