import { useEffect } from 'react';

const SAID = 'threadline-said';

export function announceSaid(): void {
  dispatchEvent(new Event(SAID));
}

export function useSaid(look: () => void): void {
  useEffect(() => {
    addEventListener(SAID, look);
    return () => removeEventListener(SAID, look);
  }, [look]);
}
