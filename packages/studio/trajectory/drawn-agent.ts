import { prune } from '../../../trajectory/graph/prune.js';
import type { TrajectoryNode } from '../../../trajectory/graph/trajectory-node.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import type { RoundStats } from '../../../trajectory/messages/round-stats.js';
import type { RoundSummary } from '../../../trajectory/render/round-summary.js';
import { namesIn, shortName } from '../../../trajectory/render/short-name.js';
import type { ShownAgent } from '../../../trajectory/render/to-html.js';
import { formatMs, formatNumber, joinFacts } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import { searchText } from './node-text.js';

export interface NamedNode extends TrajectoryNode {
  shortName: string;
  searchText: string;
}

export interface DrawnAgent {
  full: TrajectoryView;
  pruned: TrajectoryView;
  nodes: ReadonlyMap<string, NamedNode>;
  describeRound: (round: number) => { question: string; stats: string };
}

export function toDrawnAgent({ view, rounds }: Pick<ShownAgent, 'view' | 'rounds'>): DrawnAgent {
  const nameIn = namesIn(view, STRINGS.trajectory.calls);
  const nodes = view.nodes.map((node) => {
    const name = nameIn(node);
    return { ...node, shortName: name, searchText: searchText(node, name) };
  });
  const summaries = new Map<number, RoundSummary>(rounds.map((summary) => [summary.round, summary]));
  const queries = new Map(
    view.nodes.flatMap((node) => (node.type === 'Query' ? [[node.owner.round, node] as const] : [])),
  );
  return {
    full: view,
    pruned: prune(view),
    nodes: new Map(nodes.map((node) => [node.id, node])),
    describeRound(round) {
      const [summary, query] = [summaries.get(round), queries.get(round)];
      return {
        question: summary?.question ?? (query === undefined ? '' : shortName(query)),
        stats: summary === undefined ? '' : formatStats(summary),
      };
    },
  };
}

function formatStats({ usage, cacheHitPercent, elapsedSeconds }: RoundStats): string {
  const { tokens, fromCache } = STRINGS.trajectory;
  const count = usage.input + usage.output;
  if (count === 0) return '';
  return joinFacts([
    tokens(formatNumber(count)),
    fromCache(formatNumber(Math.round(cacheHitPercent * 10) / 10)),
    formatMs(elapsedSeconds * 1_000),
  ]);
}
