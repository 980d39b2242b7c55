import { useEffect, useState, type PointerEvent } from 'react';
import { STRINGS } from '../strings.js';
import { chooseTone } from './choose-tone.js';
import type { DrawnAgent } from './drawn-agent.js';
import type { Rectangle } from './layout/geometry.js';
import type { ViewLayout } from './layout/layout-view.js';
import type { Stage } from './use-stage.js';

const LARGEST = { width: 200, height: 150 };
/** The map's least width. A long conversation is drawn wider than it is. */
const NARROWEST = 48;

/** A click or drag moves the view. Absent if the whole graph is visible. */
export function Minimap({ agent, layout, stage }: { agent: DrawnAgent; layout: ViewLayout; stage: Stage }) {
  const seen = useSeen(layout, stage);
  const { width, height } = layout;
  if (seen === undefined || (seen.width >= width && seen.height >= height)) return null;
  const shrink = Math.min(LARGEST.width / width, LARGEST.height / height);
  const goTo = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): void => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse());
    const { current } = stage.viewport;
    current?.scrollBy(
      (x - seen.x - seen.width / 2) * stage.scale,
      (y - seen.y - seen.height / 2) * stage.scale,
    );
  };
  return (
    <svg
      className="minimap"
      role="img"
      aria-label={STRINGS.trajectory.minimap}
      width={Math.max(NARROWEST, width * shrink)}
      height={height * shrink}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && goTo(event)}
    >
      {layout.bands.map(({ round, y, height: ofBand, boxes }) => (
        <g key={round} transform={`translate(0 ${y})`}>
          <rect className="ground" width={width} height={ofBand} />
          {boxes.map(({ id, box }) => {
            const node = agent.nodes.get(id);
            return node && <rect key={id} className="box" style={chooseTone(node.type)} {...box} />;
          })}
        </g>
      ))}
      <rect className="seen" {...seen} />
    </svg>
  );
}

function useSeen(layout: ViewLayout, { viewport, scale }: Stage): Rectangle | undefined {
  const [seen, setSeen] = useState<Rectangle>();
  useEffect(() => {
    const element = viewport.current;
    if (element === null) return undefined;
    const read = (): void => setSeen(readSeen(element, scale));
    const resized = new ResizeObserver(read);
    resized.observe(element);
    element.addEventListener('scroll', read);
    read();
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [layout, scale]);
  return seen;
}

function readSeen(viewport: HTMLElement, scale: number): Rectangle {
  const { offsetLeft = 0, offsetTop = 0 } = viewport.querySelector<HTMLElement>('.sheet') ?? {};
  return {
    x: (viewport.scrollLeft - offsetLeft) / scale,
    y: (viewport.scrollTop - offsetTop) / scale,
    width: viewport.clientWidth / scale,
    height: viewport.clientHeight / scale,
  };
}
