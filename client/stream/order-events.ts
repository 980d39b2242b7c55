import type { NodeView } from '../../views/execution.js';
import { parseEventId, type StreamCursor } from './stream-cursor.js';
import type { TurnEvent } from './turn-events.js';
import { formatPosition, type StreamPosition } from './stream-position.js';

interface EventOrder {
  events: readonly TurnEvent[];
  cursor: StreamCursor;
}

type OrderedNode = Pick<NodeView, 'nodeId' | 'status' | 'startedAt' | 'loopId'>;

/**
 * Sorts by the nodes' start. Shown and other calls each keep their order, because a reader has one position for
 * each.
 */
export function orderEvents<Node extends OrderedNode>({
  start,
  work,
  shown,
  nodes,
  nodeOf,
  writeNodes,
}: {
  start: StreamPosition;
  work: EventOrder;
  shown: EventOrder;
  nodes: readonly Node[];
  nodeOf: (step: number) => string | undefined;
  writeNodes: (nodes: readonly Node[], id: string) => TurnEvent[];
}): TurnEvent[] {
  const events: TurnEvent[] = [];
  const rest = { work: [...work.events], shown: [...shown.events] };
  const outermost = outermostNodes(nodes);
  let position = start;
  const emit = (kind: 'work' | 'shown', count: number): void => {
    for (const event of rest[kind].splice(0, count)) {
      const { isEnd: _isEnd, ...cursor } = parseEventId(event.id);
      position = { ...position, [kind]: cursor };
      events.push({ ...event, id: formatPosition(position) });
    }
  };
  const writeNode = (node: Node): void => void events.push(...writeNodes([node], formatPosition(position)));
  for (const node of byBeginning(nodes)) {
    if (node.status === 'running') writeNode(node);
    const isOwn = (event: TurnEvent): boolean => {
      const nodeId = 'step' in event ? nodeOf(event.step) : undefined;
      return nodeId !== undefined && (outermost.get(nodeId) ?? nodeId) === node.nodeId;
    };
    emit('work', rest.work.findLastIndex(isOwn) + 1);
    emit('shown', rest.shown.findLastIndex(isOwn) + 1);
    writeNode(node);
  }
  emit('work', rest.work.length);
  // A call without text also moves the position.
  position = { ...position, work: work.cursor };
  emit('shown', rest.shown.length);
  return events;
}

function byBeginning<Node extends OrderedNode>(nodes: readonly Node[]): Node[] {
  const begun = ({ startedAt }: Node): number => startedAt?.getTime() ?? Infinity;
  // NaN for two nodes that have not started.
  return [...nodes].sort((a, b) => begun(a) - begun(b) || 0);
}

function outermostNodes(nodes: readonly OrderedNode[]): ReadonlyMap<string, string> {
  const loops = new Map(nodes.flatMap(({ nodeId, loopId }) => (loopId === null ? [] : [[nodeId, loopId]])));
  const climb = (nodeId: string): string => {
    const loop = loops.get(nodeId);
    return loop === undefined ? nodeId : climb(loop);
  };
  return new Map(nodes.map(({ nodeId }) => [nodeId, climb(nodeId)]));
}
