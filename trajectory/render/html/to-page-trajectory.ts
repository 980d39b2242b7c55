import { isDataType, NODE_ATTRIBUTES } from '../../graph/node-types.js';
import type { Attributes, TrajectoryNode } from '../../graph/trajectory-node.js';
import { namesIn, shortName } from '../short-name.js';
import type { TrajectoryView } from '../../graph/trajectory-view.js';
import { layoutView } from './layout-view.js';
import type { PageNode, PageTrajectory, PageView } from './page-data.js';
import { prune } from '../../graph/prune.js';
import { toSummaries, wordStats, type RoundSummary, type SummarizedRound } from './round-summary.js';

export interface ShownTrajectory {
  name: string;
  full: TrajectoryView;
  pruned: TrajectoryView;
  rounds?: readonly RoundSummary[];
}

export function toShown({
  subAgent,
  view,
  rounds,
}: {
  subAgent: string;
  view: TrajectoryView;
  rounds: readonly SummarizedRound[];
}): ShownTrajectory {
  return { name: subAgent, full: view, pruned: prune(view), rounds: toSummaries(rounds) };
}

export function toPageTrajectory({ name, full, pruned, rounds = [] }: ShownTrajectory): PageTrajectory {
  const nodes = [...new Map([...full.nodes, ...pruned.nodes].map((node) => [node.id, node])).values()];
  const indices = new Map(nodes.map(({ id }, index) => [id, index]));
  const summaries = new Map(rounds.map((summary) => [summary.round, summary]));
  const questions = new Map(
    nodes.flatMap((node) => (node.type === 'Query' ? [[node.owner.round, shortName(node)]] : [])),
  );
  const toPageView = (view: TrajectoryView): PageView => {
    const { width, height, bands, edges } = layoutView(view);
    const toIndex = (id: string) => indices.get(id) ?? -1;
    return {
      width,
      height,
      bands: bands.map(({ boxes, ...band }) => ({
        ...band,
        question: summaries.get(band.round)?.question ?? questions.get(band.round) ?? '',
        stats: wordStats(summaries.get(band.round)),
        boxes: boxes.map(({ id, box, ...marks }) => ({ node: toIndex(id), ...box, ...marks })),
      })),
      edges: edges.map(({ edge: { from, to, type }, ...drawn }) => ({
        from: toIndex(from),
        to: toIndex(to),
        type,
        ...drawn,
      })),
    };
  };
  const nameIn = namesIn({ nodes, edges: full.edges });
  return {
    name,
    nodes: nodes.map((node) => toPageNode(node, nameIn(node))),
    pruned: toPageView(pruned),
    full: toPageView(full),
  };
}

function toPageNode(node: TrajectoryNode, name: string): PageNode {
  return {
    ...node,
    shortName: name,
    isData: isDataType(node.type),
    attributes: inReadingOrder(node),
  };
}

function inReadingOrder({ type, attributes }: TrajectoryNode): Attributes {
  const order = (name: string) => {
    const place = (NODE_ATTRIBUTES[type] as readonly string[]).indexOf(name);
    return place === -1 ? Infinity : place;
  };
  const names = Object.keys(attributes).sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, attributes[name] ?? null]));
}
