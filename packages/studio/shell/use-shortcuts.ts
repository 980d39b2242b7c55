import { useEffect, useRef } from 'react';
import { PLACES } from './places.js';

const SECOND_KEY_MS = 1_200;

export function useShortcuts({
  isAdmin,
  onPalette,
  onHelp,
}: {
  isAdmin: boolean;
  onPalette: () => void;
  onHelp: () => void;
}): void {
  const now = useRef({ isAdmin, onPalette, onHelp });
  now.current = { isAdmin, onPalette, onHelp };
  useEffect(() => {
    let goAt = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        return now.current.onPalette();
      }
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(event.target)) return;
      const isGoing = timeStamp - goAt < SECOND_KEY_MS;
      goAt = key === 'g' ? timeStamp : 0;
      if (key === '?') now.current.onHelp();
      if (key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
      }
      const place = PLACES.find((one) => one.key === key && (now.current.isAdmin || !one.isForAdmins));
      if (isGoing && place) location.hash = place.href;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null)
  );
}
