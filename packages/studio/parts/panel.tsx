import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { STRINGS } from '../strings.js';
import { IconLink } from './button.js';

const KEPT = 'threadline-panel-width';
const [LEAST, FIRST, MOST, STEP] = [320, 480, 1_000, 32];

/** The address determines whether the panel is open, so closing goes to `closeHref`. */
export function Panel({
  title,
  closeHref,
  className = '',
  children,
}: {
  title: string;
  closeHref: string;
  className?: string;
  children: ReactNode;
}) {
  const [width, setWidth] = useState(readWidth);
  const keep = (next: number): void => {
    const kept = Math.min(MOST, Math.max(LEAST, Math.round(next)));
    setWidth(kept);
    localStorage.setItem(KEPT, String(kept));
  };
  useEscape(() => (location.hash = closeHref));
  const element = useRef<HTMLElement>(null);
  useReturnedFocus(element);
  return (
    <aside
      ref={element}
      aria-label={title}
      style={{ flexBasis: width }}
      className={`panel flex min-h-0 min-w-0 flex-col border-l border-line bg-ground max-wide:absolute max-wide:inset-0 max-wide:z-20 wide:relative wide:max-w-[60%] wide:shrink-0 ${className}`}
    >
      <Handle width={width} onWidth={keep} />
      <header className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 className="truncate text-base font-semibold">{title}</h2>
        <IconLink label={STRINGS.close} href={closeHref}>
          <X size={16} />
        </IconLink>
      </header>
      {children}
    </aside>
  );
}

function Handle({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const start = useRef<{ x: number; width: number }>(undefined);
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={STRINGS.resize}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      className="absolute inset-y-0 -left-1 z-10 hidden w-2 cursor-col-resize touch-none hover:bg-accent/30 focus-visible:bg-accent/30 wide:block"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) onWidth(start.current.width + start.current.x - clientX);
      }}
      onPointerUp={() => (start.current = undefined)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onWidth(width + STEP);
        if (key === 'ArrowRight') onWidth(width - STEP);
      }}
    />
  );
}

/** A panel that closes with the focus in it returns the focus to its opener, or else to the previous element. */
function useReturnedFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const inside = panel.current;
    const opener = document.activeElement;
    let before = opener;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && inside?.contains(target) === false) before = target;
    };
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('focusin', onFocus);
      const isBack = opener?.isConnected === true && opener !== document.body;
      const target = isBack ? opener : before;
      if (inside?.contains(document.activeElement) === true && target instanceof HTMLElement)
        target.focus({ preventScroll: true });
    };
  }, [panel]);
}

/** Dialogs, menus and editors handle Escape first. */
function useEscape(close: () => void): void {
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented, target }: KeyboardEvent): void => {
      const isOther =
        target instanceof Element &&
        (target.closest('[role=dialog], [role=menu], form.rename, .edited') !== null ||
          target.matches('[type=search]:not(:placeholder-shown)'));
      if (key === 'Escape' && !defaultPrevented && !isOther) newest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function readWidth(): number {
  const kept = Number(localStorage.getItem(KEPT));
  return kept >= LEAST && kept <= MOST ? kept : FIRST;
}
