import { useEffect, useRef, type RefObject } from 'react';
import type { Stage } from './use-stage.js';

/** Elsewhere, the keys need the focus in the view. */
export function useKeys(
  root: RefObject<HTMLElement | null>,
  { stage, isPage }: { stage: Stage; isPage: boolean },
): void {
  const actions: Record<string, () => void> = {
    '+': stage.zoomIn,
    '=': stage.zoomIn,
    '-': stage.zoomOut,
    0: stage.fit,
    e: stage.goToPointer,
    '/': () => root.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    Escape: stage.close,
  };
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const place: GlobalEventHandlers | null = isPage ? document : root.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      const action = current.current[key];
      const isTyping = target instanceof Element && target.matches('input[type=search], select');
      if (!action || ctrlKey || metaKey || altKey || defaultPrevented || (isTyping && key !== 'Escape'))
        return;
      event.preventDefault();
      action();
    };
    place?.addEventListener('keydown', onKeyDown);
    return () => place?.removeEventListener('keydown', onKeyDown);
  }, [root, isPage]);
}
