import { useMemo, useRef, useState, useEffect, type RefObject } from 'react';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import type { ShownAgent } from '../../../trajectory/render/to-html.js';
import { STRINGS } from '../strings.js';
import { Chooser, Legend, ViewSwitch, Zoom } from './bar.js';
import { Details } from './details.js';
import { toDrawnAgent } from './drawn-agent.js';
import { Graph } from './graph.js';
import { layoutView } from './layout/layout-view.js';
import { Minimap } from './minimap.js';
import { Search, useSearch } from './search.js';
import './trajectory.css';
import { useStage, type Stage } from './use-stage.js';

const TEXT = STRINGS.trajectory;

const EMPTY: TrajectoryView = { nodes: [], edges: [], pointers: [], root: null };

/** As a page, it has a title and handles keys everywhere. */
export function TrajectoryGraph({
  agents,
  pageTitle,
}: {
  agents: readonly ShownAgent[];
  pageTitle?: string;
}) {
  const root = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [isFull, setFull] = useState(false);
  const shown = agents[index] ?? agents[0];
  const agent = useMemo(() => toDrawnAgent(shown ?? { view: EMPTY, rounds: [] }), [shown]);
  const view = isFull ? agent.full : agent.pruned;
  const layout = useMemo(() => layoutView(view), [view]);
  const stage = useStage(layout);
  const search = useSearch({ agent, layout, onHit: stage.goTo });
  useKeys(root, { stage, isPage: pageTitle !== undefined });
  const node = stage.selected === undefined ? undefined : agent.nodes.get(stage.selected);
  return (
    <section className="trajectory" ref={root} aria-label={TEXT.title}>
      <div className="bar">
        {pageTitle === undefined ? null : <h1>{pageTitle}</h1>}
        <Chooser agents={agents} index={index} onChoose={(next) => (stage.close(), setIndex(next))} />
        <ViewSwitch agent={agent} isFull={isFull} onChange={setFull} />
        <Search {...search} />
        <Zoom stage={stage} />
      </div>
      <div className="main">
        <div className="window">
          <div className="viewport" role="group" tabIndex={0} aria-label={TEXT.graph} ref={stage.viewport}>
            <div className="sheet">
              <Graph
                agent={agent}
                layout={layout}
                selected={stage.selected}
                hits={search.hits}
                onOpen={stage.open}
              />
            </div>
          </div>
          <Minimap agent={agent} layout={layout} stage={stage} />
        </div>
        {node === undefined ? null : (
          <Details
            key={node.id}
            node={node}
            agent={agent}
            view={view}
            onGo={stage.goTo}
            onClose={stage.close}
          />
        )}
      </div>
      <Legend nodes={view.nodes} />
    </section>
  );
}

/** If the graph is the whole page, keys work everywhere. Otherwise, the view must have the focus. */
function useKeys(
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
