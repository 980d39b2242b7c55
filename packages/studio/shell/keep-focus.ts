import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]';
/** Within this time, menus and dialogs return the focus themselves. */
const SETTLED_MS = 100;

interface Place {
  element: Element;
  /** Ordered from the nearest element to the outermost. */
  around: readonly { parent: Element; index: number }[];
}

/** A focus that disappears moves to the element in its place, or else to the content. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Place | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent): void => {
      const isPage = target instanceof Element && target.closest('.studio') !== null;
      if (isPage) last = { element: target, around: listParents(target) };
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last.element.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (last === undefined || last.element.isConnected || document.activeElement !== document.body)
          return;
        const next = findNext(last);
        last = undefined;
        next?.focus({ preventScroll: true });
      }, SETTLED_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focusin', onFocus);
    };
  }, []);
}

function listParents(element: Element): Place['around'] {
  const around: { parent: Element; index: number }[] = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    around.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return around;
}

function findNext({ around }: Place): HTMLElement | undefined {
  const place = around.find(({ parent }) => parent.isConnected);
  const near = [place?.parent.children[place.index], place?.parent.children[place.index - 1]];
  for (const one of near) {
    const found = one && [one, ...one.querySelectorAll(FOCUSABLE)].find(canHaveFocus);
    if (found) return found as HTMLElement;
  }
  return document.getElementById('content') ?? undefined;
}

function canHaveFocus(element: Element): boolean {
  return element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true });
}
