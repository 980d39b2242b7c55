import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { findBox } from './graph.js';
import type { ViewLayout } from './layout/layout-view.js';
import { openViewport, type Viewport } from './open-viewport.js';

const ZOOM_STEP = 1.25;

export interface Stage {
  viewport: RefObject<HTMLDivElement | null>;
  scale: number;
  selected: string | undefined;
  open: (id: string) => void;
  goTo: (id: string) => void;
  goToPointer: () => void;
  close: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
}

export function useStage(layout: ViewLayout): Stage {
  const viewport = useRef<HTMLDivElement>(null);
  const opened = useRef<Viewport>(null);
  const lastPointer = useRef(-1);
  const [scale, setScale] = useState(1);
  const [selected, open] = useState<string>();
  const find = (id: string): HTMLElement | null => viewport.current && findBox(viewport.current, id);
  const goTo = (id: string): void => {
    // Renders at once, because the details narrow the viewport.
    flushSync(() => open(id));
    const box = find(id);
    if (box !== null) opened.current?.reveal(box);
  };
  useLayoutEffect(() => {
    if (viewport.current === null) return undefined;
    const made = openViewport(viewport.current, { size: layout, onScale: setScale });
    opened.current = made;
    lastPointer.current = -1;
    const kept = selected === undefined ? null : find(selected);
    if (kept === null) open(undefined);
    else made.reveal(kept);
    return made.close;
  }, [layout]);
  return {
    viewport,
    scale,
    selected,
    open,
    goTo,
    goToPointer() {
      const pointers = layout.bands.flatMap(({ boxes }) => boxes.filter(({ isPointer }) => isPointer));
      lastPointer.current = (lastPointer.current + 1) % Math.max(1, pointers.length);
      const pointer = pointers[lastPointer.current];
      if (pointer !== undefined) goTo(pointer.id);
    },
    close() {
      const isInside = document.activeElement?.closest('.trajectory .details') != null;
      if (selected !== undefined && isInside) find(selected)?.focus();
      open(undefined);
    },
    zoomIn: () => opened.current?.zoom(ZOOM_STEP),
    zoomOut: () => opened.current?.zoom(1 / ZOOM_STEP),
    fit: () => opened.current?.fit(),
  };
}
