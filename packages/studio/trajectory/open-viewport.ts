import type { Size } from './layout/geometry.js';

const LARGEST = 3;
const SMALLEST_TEXT_REM = 0.75;
const READABLE_PX = 11;
const WHEEL_STEP = 0.0025;

export interface Viewport {
  zoom: (factor: number) => void;
  fit: () => void;
  reveal: (shown: Element) => void;
  close: () => void;
}

/** Scales the stage inside its sheet. The browser scrolls, so that wheels, fingers, keys and screen readers work. */
export function openViewport(
  viewport: HTMLElement,
  { size, onScale }: { size: Size; onScale: (scale: number) => void },
): Viewport {
  const [sheet, stage] = ['.sheet', '.stage'].map((name) => viewport.querySelector(name)) as [
    HTMLElement,
    HTMLElement,
  ];
  let scale = 1;
  const ended = new AbortController();
  const { signal } = ended;

  /** Scales around the point `fixed`, measured from the viewport's corner. */
  function setScale(
    wanted: number,
    fixed = { x: viewport.clientWidth / 2, y: viewport.clientHeight / 2 },
  ): void {
    const x = (viewport.scrollLeft + fixed.x - sheet.offsetLeft) / scale;
    const y = (viewport.scrollTop + fixed.y) / scale;
    scale = Math.min(LARGEST, Math.max(findSmallest(), wanted));
    stage.style.transform = `scale(${scale})`;
    sheet.style.width = `${size.width * scale}px`;
    sheet.style.height = `${size.height * scale}px`;
    // Ends sticky headers at the edge of the visible part.
    stage.style.setProperty('--seen', `${Math.min(viewport.clientWidth / scale, size.width)}px`);
    viewport.scrollLeft = x * scale + sheet.offsetLeft - fixed.x;
    viewport.scrollTop = y * scale - fixed.y;
    onScale(scale);
  }

  const fitting = () => Math.min(1, viewport.clientWidth / size.width);
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = viewport.getBoundingClientRect();
    const fixed = { x: event.clientX - left, y: event.clientY - top };
    setScale(scale * Math.exp(-event.deltaY * WHEEL_STEP), fixed);
  };
  viewport.addEventListener('wheel', onWheel, { passive: false, signal });
  scrollByDragging(viewport, signal);
  const resized = new ResizeObserver(() => setScale(scale));
  resized.observe(viewport);
  signal.addEventListener('abort', () => resized.disconnect());

  setScale(fitting());
  viewport.scrollLeft = (viewport.scrollWidth - viewport.clientWidth) / 2;
  viewport.scrollTop = 0;
  return {
    zoom: (factor) => setScale(scale * factor),
    fit: () => setScale(fitting()),
    reveal(shown) {
      const [box, seen] = [shown.getBoundingClientRect(), viewport.getBoundingClientRect()];
      viewport.scrollBy(
        box.left + box.width / 2 - seen.left - viewport.clientWidth / 2,
        box.top + box.height / 2 - seen.top - viewport.clientHeight / 2,
      );
    },
    close: () => ended.abort(),
  };
}

/** The scale at which the smallest text is still readable. A compact page has smaller text. */
function findSmallest(): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return READABLE_PX / (SMALLEST_TEXT_REM * rem);
}

/** Only for the mouse, because fingers already scroll. */
function scrollByDragging(viewport: HTMLElement, signal: AbortSignal): void {
  const onDown = (event: PointerEvent): void => {
    const isOnBox = event.target instanceof Element && event.target.closest('button') !== null;
    if (event.pointerType === 'mouse' && event.button === 0 && !isOnBox)
      viewport.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent): void => {
    if (viewport.hasPointerCapture(event.pointerId)) viewport.scrollBy(-event.movementX, -event.movementY);
  };
  viewport.addEventListener('pointerdown', onDown, { signal });
  viewport.addEventListener('pointermove', onMove, { signal });
}
