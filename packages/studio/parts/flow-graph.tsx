import dagre from '@dagrejs/dagre';
import {
  Controls,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  useReactFlow,
  type Edge,
  type Node,
  type NodeProps,
  type Rect,
  type Viewport,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo, useRef } from 'react';
import { findKind } from '../../../flow/kinds/find-kind.js';
import type { FlowNode } from '../../../flow/kinds/flow-node.js';
import { useAppearance } from './appearance.js';
import { STRINGS } from '../strings.js';
import type { DrawnFlow, DrawnNode } from './drawn-flow.js';
import '../styles/flow-graph.css';

const WIDTH = 170;
const HEIGHT = 60;
const MINIMAP_NODES = 10;
const MINIMAP = { width: 120, height: 80 };
const MARGIN = 16;
const BACK_PX = 36;
/** Text of 13 px is unreadable below 11 px. */
const READABLE = 0.85;

const BACK = 'back';

type Box = Node<{ node: DrawnNode; isSelected: boolean; onSelect: (id: string) => void }, 'box'>;

const NODE_TYPES = { box: FlowBox };

export default function FlowGraph({
  flow,
  label,
  selected,
  onSelect,
}: {
  flow: DrawnFlow;
  label: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const places = usePlaces(flow);
  const { theme } = useAppearance();
  const element = useRef<HTMLDivElement>(null);
  const nodes = flow.nodes.map((node): Box => ({
    id: node.id,
    type: 'box',
    position: places.get(node.id) ?? { x: 0, y: 0 },
    width: WIDTH,
    height: HEIGHT,
    data: { node, isSelected: node.id === selected, onSelect },
  }));
  const edges = toEdges(flow, places);
  return (
    <div className="flow-graph" role="group" aria-label={label} ref={element}>
      <ReactFlow
        key={[...places.keys()].join(' ')}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={theme}
        onInit={(graph) => {
          if (element.current)
            void graph.setViewport(openAt(element.current, findBounds(graph.getNodesBounds(nodes), edges)));
        }}
        fitViewOptions={{ maxZoom: 1, minZoom: READABLE, padding: 0.1 }}
        minZoom={READABLE}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} position="top-right" />
        {/* With fewer nodes than this, all fit. */}
        {nodes.length < MINIMAP_NODES ? null : (
          <MiniMap pannable zoomable ariaLabel={label} style={MINIMAP} />
        )}
      </ReactFlow>
    </div>
  );
}

function FlowBox({ data, positionAbsoluteX: x, positionAbsoluteY: y }: NodeProps<Box>) {
  const { node, isSelected, onSelect } = data;
  const { setCenter, getZoom } = useReactFlow();
  const { id, kind, label, status, problems = [] } = node;
  const words = STRINGS.graph;
  const statuses: Readonly<Record<string, string>> = STRINGS.statuses;
  return (
    <>
      <Handle type="target" position={Position.Top} />
      <Handle type="target" position={Position.Left} id={BACK} />
      <button
        type="button"
        className="flow-box nodrag nopan"
        data-node={id}
        data-shape={findKind(kind as FlowNode['kind']).shape ?? 'box'}
        data-status={status}
        data-wrong={problems.length > 0 ? true : undefined}
        aria-pressed={isSelected}
        title={problems.join('\n') || undefined}
        onClick={() => onSelect(id)}
        onFocus={({ currentTarget }) => {
          // The graph undoes the browser's own scrolling to the focus.
          if (currentTarget.matches(':focus-visible'))
            void setCenter(x + WIDTH / 2, y + HEIGHT / 2, { zoom: getZoom() });
        }}
      >
        <b>{label ?? id}</b>
        <small>
          {kind}
          {status === undefined ? '' : ` · ${statuses[status] ?? status}`}
        </small>
        {problems.length === 0 ? null : <span className="count">{words.problems(problems.length)}</span>}
      </button>
      <Handle type="source" position={Position.Bottom} />
      <Handle type="source" position={Position.Left} id={BACK} />
    </>
  );
}

function usePlaces({ nodes, edges }: DrawnFlow): ReturnType<typeof layOut> {
  const key = JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to }) => [from, to])]);
  return useMemo(() => layOut({ nodes, edges }), [key]);
}

function layOut({ nodes, edges }: DrawnFlow): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 30, ranksep: 50 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const id of known) graph.setNode(id, { width: WIDTH, height: HEIGHT });
  for (const [index, { from, to }] of edges.entries())
    if (known.has(from) && known.has(to)) graph.setEdge(from, to, {}, String(index));
  dagre.layout(graph);
  return new Map(
    [...known].map((id) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - WIDTH / 2, y: y - HEIGHT / 2 }];
    }),
  );
}

function isUpward(places: ReturnType<typeof layOut>, { from, to }: { from: string; to: string }): boolean {
  return (places.get(to)?.y ?? 0) < (places.get(from)?.y ?? 0);
}

function findBounds(box: Rect, edges: readonly Edge[]): Rect {
  const left = edges.some(({ sourceHandle }) => sourceHandle === BACK) ? BACK_PX : 0;
  return { ...box, x: box.x - left, width: box.width + left };
}

function openAt({ clientWidth, clientHeight }: HTMLElement, box: Rect): Viewport {
  const [width, height] = [clientWidth - 2 * MARGIN, clientHeight - 2 * MARGIN];
  const zoom = Math.min(1, Math.max(READABLE, Math.min(width / box.width, height / box.height)));
  const start = (space: number, size: number) => MARGIN + Math.max(0, (space - size * zoom) / 2);
  return { x: start(width, box.width) - box.x * zoom, y: start(height, box.height) - box.y * zoom, zoom };
}

function toEdges({ nodes, edges }: DrawnFlow, places: ReturnType<typeof layOut>): Edge[] {
  const known = new Set(nodes.map(({ id }) => id));
  return edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to, route, on }, index) => ({
      id: String(index),
      source: from,
      target: to,
      label: route ?? on,
      ...(isUpward(places, { from, to }) && {
        type: 'smoothstep',
        sourceHandle: BACK,
        targetHandle: BACK,
      }),
      markerEnd: { type: 'arrowclosed' as Edge['type'] & 'arrowclosed' },
      ...(on === 'error' && { style: { strokeDasharray: '5 4' } }),
    })) as Edge[];
}
