import type { NodeView } from '../../store/nodes/to-node-views.js';
import { parseEventId, type StreamCursor } from './stream-cursor.js';
import type { TurnEvent } from './stream-events.js';
import { formatPosition, type StreamPosition } from './stream-position.js';

/** The texts of model calls since a reader's place, and the place after them. */
interface Told {
  events: readonly TurnEvent[];
  cursor: StreamCursor;
}

type ToldNode = Pick<NodeView, 'nodeId' | 'status' | 'startedAt' | 'loopId'>;

/**
 * Puts what several nodes did since a reader looked last into one order: of each node that it runs, what it gave, and how
 * it ended, by the time at which the nodes began. The events of shown calls, and those of all others, keep the order that
 * they have among themselves, since a reader's place is one number in each.
 */
export function tellInOrder<Node extends ToldNode>({
  start,
  work,
  shown,
  nodes,
  nodeOf,
  tellNodes,
}: {
  start: StreamPosition;
  work: Told;
  shown: Told;
  nodes: readonly Node[];
  /** The node whose call is at a step. */
  nodeOf: (step: number) => string | undefined;
  tellNodes: (nodes: readonly Node[], id: string) => TurnEvent[];
}): TurnEvent[] {
  const events: TurnEvent[] = [];
  const rest = { work: [...work.events], shown: [...shown.events] };
  const outermost = outermostNodes(nodes);
  let position = start;
  const tell = (kind: 'work' | 'shown', count: number): void => {
    for (const event of rest[kind].splice(0, count)) {
      const { isEnd: _isEnd, ...cursor } = parseEventId(event.id);
      position = { ...position, [kind]: cursor };
      events.push({ ...event, id: formatPosition(position) });
    }
  };
  const tellNode = (node: Node): void => void events.push(...tellNodes([node], formatPosition(position)));
  for (const node of byBeginning(nodes)) {
    if (node.status === 'running') tellNode(node);
    const isOwn = (event: TurnEvent): boolean => {
      const nodeId = 'step' in event ? nodeOf(event.step) : undefined;
      return nodeId !== undefined && (outermost.get(nodeId) ?? nodeId) === node.nodeId;
    };
    tell('work', rest.work.findLastIndex(isOwn) + 1);
    tell('shown', rest.shown.findLastIndex(isOwn) + 1);
    tellNode(node);
  }
  tell('work', rest.work.length);
  // Calls that said nothing have moved the place, too.
  position = { ...position, work: work.cursor };
  tell('shown', rest.shown.length);
  return events;
}

function byBeginning<Node extends ToldNode>(nodes: readonly Node[]): Node[] {
  const begun = ({ startedAt }: Node): number => startedAt?.getTime() ?? Infinity;
  // Where both have not begun the difference is no number.
  return [...nodes].sort((a, b) => begun(a) - begun(b) || 0);
}

/** Of each node in a loop, the outermost loop around it: what its items do is told while it runs. */
function outermostNodes(nodes: readonly ToldNode[]): ReadonlyMap<string, string> {
  const loops = new Map(nodes.flatMap(({ nodeId, loopId }) => (loopId === null ? [] : [[nodeId, loopId]])));
  const climb = (nodeId: string): string => {
    const loop = loops.get(nodeId);
    return loop === undefined ? nodeId : climb(loop);
  };
  return new Map(nodes.map(({ nodeId }) => [nodeId, climb(nodeId)]));
}
