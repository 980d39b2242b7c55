import { place } from './dom.js';

const SMALLEST = 0.05;
const LARGEST = 3;
/** Below it names cannot be read, so a page does not begin smaller. */
const READABLE = 0.7;
const WHEEL_STEP = 0.0025;

/**
 * A scrolled window onto a stage that can be scaled. Scrolling is the browser's own, so that wheels, fingers, keys and
 * readers work as everywhere.
 *
 * @param {{ viewport: HTMLElement, sheet: HTMLElement, stage: HTMLElement, onScale: (scale: number) => void }} parts
 */
export function createViewport({ viewport, sheet, stage, onScale }) {
  let scale = 1;
  let size = { width: 1, height: 1 };

  /** @param {number} wanted @param {{ x: number, y: number }} [fixed] what stays where it is, from the viewport's corner */
  function setScale(wanted, fixed = { x: viewport.clientWidth / 2, y: viewport.clientHeight / 2 }) {
    const next = Math.min(LARGEST, Math.max(SMALLEST, wanted));
    const left = sheet.offsetLeft;
    const x = (viewport.scrollLeft + fixed.x - left) / scale;
    const y = (viewport.scrollTop + fixed.y) / scale;
    scale = next;
    stage.style.transform = `scale(${scale})`;
    place(sheet, { width: size.width * scale, height: size.height * scale });
    // Sticky headers end where the visible part does.
    stage.style.setProperty('--seen', `${Math.min(viewport.clientWidth / scale, size.width)}px`);
    viewport.scrollLeft = x * scale + sheet.offsetLeft - fixed.x;
    viewport.scrollTop = y * scale - fixed.y;
    onScale(scale);
  }

  const fitting = () => Math.min(1, viewport.clientWidth / size.width);

  viewport.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = viewport.getBoundingClientRect();
      setScale(scale * Math.exp(-event.deltaY * WHEEL_STEP), {
        x: event.clientX - left,
        y: event.clientY - top,
      });
    },
    { passive: false },
  );
  viewport.addEventListener('pointerdown', (event) => {
    const onBox = event.target instanceof Element && event.target.closest('button');
    if (event.pointerType === 'mouse' && event.button === 0 && !onBox)
      viewport.setPointerCapture(event.pointerId);
  });
  viewport.addEventListener('pointermove', (event) => {
    if (viewport.hasPointerCapture(event.pointerId)) viewport.scrollBy(-event.movementX, -event.movementY);
  });
  new ResizeObserver(() => setScale(scale)).observe(viewport);

  return {
    /** Takes another size, as wide as the window where that can be read. @param {{ width: number, height: number }} next */
    open(next) {
      size = next;
      setScale(Math.max(READABLE, fitting()));
      viewport.scrollLeft = (viewport.scrollWidth - viewport.clientWidth) / 2;
      viewport.scrollTop = 0;
    },
    /** @param {number} factor */
    zoom: (factor) => setScale(scale * factor),
    fit: () => setScale(fitting()),
    /** Brings an element to the middle. @param {Element} shown */
    reveal(shown) {
      const box = shown.getBoundingClientRect();
      const seen = viewport.getBoundingClientRect();
      viewport.scrollBy(
        box.left + box.width / 2 - seen.left - viewport.clientWidth / 2,
        box.top + box.height / 2 - seen.top - viewport.clientHeight / 2,
      );
    },
  };
}
