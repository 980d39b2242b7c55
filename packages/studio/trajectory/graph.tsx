import { memo, useMemo, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { isDataType } from '../../../trajectory/graph/node-types.js';
import { STRINGS } from '../strings.js';
import type { DrawnAgent, NamedNode } from './drawn-agent.js';
import type { BandLayout, BoxLayout, ViewLayout } from './layout/layout-view.js';
import { chooseTone } from './choose-tone.js';

/**
 * Edges are one picture, boxes are buttons. Tab reaches one box; up and down follow edges, left and right visit boxes
 * in order.
 */
export const Graph = memo(function Graph({
  agent,
  layout,
  selected,
  hits,
  onOpen,
}: {
  agent: DrawnAgent;
  layout: ViewLayout;
  selected: string | undefined;
  hits: ReadonlySet<string>;
  onOpen: (id: string) => void;
}) {
  const order = useMemo(() => listBoxes(layout), [layout]);
  const [focused, setFocused] = useState<string>();
  const reachable = focused !== undefined && order.includes(focused) ? focused : order[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = findId(event);
    if (id === undefined) return;
    const place = order.indexOf(id);
    const next = {
      ArrowDown: layout.edges.find(({ edge }) => edge.from === id)?.edge.to,
      ArrowUp: layout.edges.find(({ edge }) => edge.to === id)?.edge.from,
      ArrowRight: order[place + 1],
      ArrowLeft: order[place - 1],
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    findBox(event.currentTarget, next)?.focus();
  };
  return (
    <div
      className="stage"
      style={{ width: layout.width, height: layout.height }}
      onClick={(event) => {
        const id = findId(event);
        if (id !== undefined) onOpen(id);
      }}
      onFocus={(event) => setFocused(findId(event))}
      onKeyDown={onKeyDown}
    >
      <Picture layout={layout} selected={selected} />
      {layout.bands.map((band) => (
        <Band key={band.round} band={band} width={layout.width} {...agent.describeRound(band.round)}>
          {band.boxes.map((box) => {
            const { id } = box;
            const node = agent.nodes.get(id);
            const state = { isSelected: id === selected, isHit: hits.has(id), isReachable: id === reachable };
            return node === undefined ? null : <Box key={id} node={node} box={box} {...state} />;
          })}
        </Band>
      ))}
    </div>
  );
});

export function listBoxes({ bands }: ViewLayout): string[] {
  return bands.flatMap(({ boxes }) => boxes.map(({ id }) => id));
}

export function findBox(root: Element, id: string): HTMLElement | null {
  return root.querySelector(`[data-node="${CSS.escape(id)}"]`);
}

function findId({ target }: SyntheticEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-node]')?.dataset['node'] : undefined;
}

function Picture({
  layout: { width, height, bands, edges },
  selected,
}: {
  layout: ViewLayout;
  selected: string | undefined;
}) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        {['plain', 'active', 'selected'].map((kind) => (
          <marker
            key={kind}
            id={`trajectory-${kind}`}
            viewBox="0 0 8 8"
            refX={7}
            refY={4}
            markerWidth={8}
            markerHeight={8}
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0.5L8,4L0,7.5z" />
          </marker>
        ))}
      </defs>
      {bands.map(({ round, y, height: ofBand }) => (
        <rect key={round} className="ground" x={0} y={y} width={width} height={ofBand} rx={10} />
      ))}
      {edges.map(({ edge: { from, to, type }, path, isActive, isQuiet }) => {
        const isSelected = selected === from || selected === to;
        return (
          <path
            key={`${from} ${to} ${type}`}
            d={path}
            className={join('edge', type, isActive && 'active', isQuiet && 'quiet', isSelected && 'selected')}
          />
        );
      })}
    </svg>
  );
}

function Band({
  band: { round, y, height },
  width,
  question,
  stats,
  children,
}: {
  band: BandLayout;
  width: number;
  question: string;
  stats: string;
  children: ReactNode;
}) {
  return (
    <section className="band" aria-label={STRINGS.trajectory.round(round)} style={{ top: y, width, height }}>
      <h4>
        <b>{STRINGS.trajectory.round(round)}</b>
        <span className="question" title={question}>
          {question}
        </span>
        <span className="stats">{stats}</span>
      </h4>
      {children}
    </section>
  );
}

const Box = memo(function Box({
  node: { id, type, label, shortName, attributes },
  box: { box, isActive, isPointer },
  isSelected,
  isHit,
  isReachable,
}: {
  node: NamedNode;
  box: BoxLayout;
  isSelected: boolean;
  isHit: boolean;
  isReachable: boolean;
}) {
  const step = typeof attributes['queueStep'] === 'string' ? attributes['queueStep'] : undefined;
  return (
    <button
      type="button"
      className={join(
        'node',
        type,
        isDataType(type) && 'data',
        isActive && 'active',
        isPointer && 'pointer',
        attributes['success'] === false && 'failed',
        attributes['answersQuestion'] === true && 'answer',
        isHit && 'hit',
      )}
      style={{ ...chooseTone(type), left: box.x, top: box.y, width: box.width, height: box.height }}
      tabIndex={isReachable ? 0 : -1}
      data-node={id}
      aria-pressed={isSelected}
      title={[step, shortName].filter(Boolean).join('\n')}
    >
      <span className="kind">
        <b data-note={findNote(attributes, isPointer)}>{STRINGS.trajectory.types[type]}</b>
        <i>{step ?? label}</i>
      </span>
      <span className="name">{shortName}</span>
    </button>
  );
});

function findNote(attributes: NamedNode['attributes'], isPointer: boolean): string | undefined {
  const { notes } = STRINGS.trajectory;
  if (attributes['answersQuestion'] === true) return notes.answer;
  if (isPointer) return notes.end;
  return attributes['success'] === false ? notes.failed : undefined;
}

function join(...classes: readonly (string | false)[]): string {
  return classes.filter(Boolean).join(' ');
}
