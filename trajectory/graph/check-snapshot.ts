import { DESCRIPTION } from './clean-attributes.js';
import { EdgeIndex } from './edge-index.js';
import { checkEdgeType, checkNodeType } from './known-types.js';
import { nodeId } from './node-id.js';
import { NODE_ATTRIBUTES } from './node-types.js';
import { checkOwner } from './owner.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { TrajectoryEdge, TrajectoryNode } from './trajectory-node.js';
import type { RoundSnapshot } from './trajectory-view.js';

export function checkSnapshot({ owner, nodes, edges, pointers, start, numbers }: RoundSnapshot): void {
  checkOwner(owner);
  for (const number of Object.values(numbers)) {
    if (!Number.isSafeInteger(number) || number < 0)
      throw damaged(`its next number '${number}' is not a number`);
  }
  const known = new Map<string, TrajectoryNode>();
  for (const node of nodes) {
    checkNode(node, { owner, start });
    if (known.has(node.id)) throw damaged(`it has node ${quoteText(node.id)} twice`);
    known.set(node.id, node);
  }
  checkEdges(edges, known);
  if (start !== null && !start.startsWith('Query('))
    throw damaged(`its start ${quoteText(start)} is not a Query`);
  const away = pointers.find((id) => !known.has(id));
  if (away !== undefined) throw damaged(`its pointer ${quoteText(away)} is not among its nodes`);
}

function checkNode(node: TrajectoryNode, { owner, start }: Pick<RoundSnapshot, 'owner' | 'start'>): void {
  checkNodeType(node.type);
  if (node.id !== nodeId(node.type, node.label)) {
    throw damaged(`id ${quoteText(node.id)} does not fit the label ${quoteText(node.label)}`);
  }
  if (node.type === 'Query' && node.id !== start) throw damaged(`its Query '${node.id}' is not its start`);
  const { user, session, round, subAgent } = node.owner;
  const isOwn =
    user === owner.user && session === owner.session && round === owner.round && subAgent === owner.subAgent;
  if (!isOwn) throw damaged(`node '${node.id}' belongs to round ${round} of another owner`);
  checkNames(node, Object.keys(node.attributes));
  Object.entries(node.versions).forEach(([number, old], index) => {
    if (number !== String(index + 1)) throw damaged(`node '${node.id}' has no version ${index + 1}`);
    checkNames(
      node,
      Object.keys(old).filter((name) => name !== DESCRIPTION),
    );
  });
}

function checkNames({ id, type }: TrajectoryNode, names: readonly string[]): void {
  const known: readonly string[] = NODE_ATTRIBUTES[type];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw damaged(`node '${id}' has the unknown attribute ${quoteText(unknown)}`);
}

function checkEdges(edges: readonly TrajectoryEdge[], nodes: ReadonlyMap<string, TrajectoryNode>): void {
  const index = new EdgeIndex();
  for (const { from, to, type } of edges) {
    checkEdgeType(type);
    const away = [from, to].find((id) => !nodes.has(id));
    if (away !== undefined) throw damaged(`an edge names ${quoteText(away)}, which is not among its nodes`);
    if (nodes.get(to)?.type === 'Query') throw damaged(`an edge leads to its Query '${to}'`);
    if ((index.edgeType(from, to) ?? type) !== type) throw damaged(`'${from}' leads to '${to}' in two ways`);
    index.add({ from, to, type });
  }
  if (index.hasCycle()) throw damaged('its edges form a cycle');
}

function damaged(reason: string): TrajectoryError {
  return new TrajectoryError(`The stored round is damaged: ${reason}. Omit the round, or write it again.`);
}
