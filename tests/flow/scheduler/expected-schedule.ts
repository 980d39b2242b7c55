import type { FlowEdge } from '../../../flow/definition.js';
import type { BuiltGraph } from './any-graph.js';
import type { Outcome } from './outcomes.js';
import { nameRun } from './performer.js';

type Status = 'success' | 'failed' | 'skipped';

export interface ExpectedSchedule {
  status: 'completed' | 'failed';
  statuses: Map<string, Status>;
  certain: ReadonlySet<string>;
  possible: ReadonlySet<string>;
}

interface Input {
  graph: BuiltGraph;
  triggerId: string;
  outcomeOf: (run: { nodeId: string; iteration: string }) => Outcome;
}

export function expectSchedule({ graph, triggerId, outcomeOf }: Input): ExpectedSchedule {
  const reached = reachedFrom(graph, triggerId);
  const forward = graph.edges.filter(({ from, on }) => reached.has(from) && on !== 'next');

  const evaluate = (owner: string, iteration: string): ExpectedSchedule => {
    const statuses = new Map<string, Status>(owner === '' ? [[triggerId, 'success']] : []);
    const certain = new Set<string>();
    const possible = new Set<string>();

    const statusOf = (id: string): Status => {
      const status = statuses.get(id) ?? decide(id);
      statuses.set(id, status);
      return status;
    };
    const isTaken = ({ from, on, route }: FlowEdge): boolean => {
      if (on === 'item') return true;
      const status = statusOf(from);
      if (on === 'error' || status !== 'success') return on === 'error' && status === 'failed';
      const isTrigger = from === triggerId;
      return route === undefined || (!isTrigger && route === routeOf({ nodeId: from, iteration }));
    };
    const decide = (id: string): Status => {
      if (!forward.filter(({ to }) => to === id).some(isTaken)) return 'skipped';
      certain.add(nameRun({ nodeId: id, iteration }));
      possible.add(nameRun({ nodeId: id, iteration }));
      return perform(id) ? 'success' : 'failed';
    };
    const perform = (id: string): boolean => {
      const { isFailed, total, isCloseFailed } = outcomeOf({ nodeId: id, iteration });
      const loop = graph.nodes.find((node) => node.id === id)?.loop;
      if (isFailed || loop === undefined) return !isFailed;
      const items = Array.from({ length: total }, (_, index) =>
        evaluate(id, iteration === '' ? `${index}` : `${iteration}.${index}`),
      );
      const isStopped = loop.onError === 'stop' && items.some(({ status }) => status === 'failed');
      for (const item of items) {
        if (!isStopped) item.certain.forEach((run) => certain.add(run));
        item.possible.forEach((run) => possible.add(run));
      }
      return !isStopped && !isCloseFailed;
    };
    const routeOf = (run: { nodeId: string; iteration: string }): string | null =>
      graph.nodes.find(({ id }) => id === run.nodeId)?.loop ? null : outcomeOf(run).route;

    for (const id of reached) if (graph.owners.get(id) === owner) statusOf(id);
    const isHandled = (id: string) => forward.some(({ from, on }) => from === id && on === 'error');
    const isFailed = [...statuses].some(([id, status]) => status === 'failed' && !isHandled(id));
    return {
      status: isFailed ? 'failed' : 'completed',
      statuses,
      certain: isFailed ? new Set() : certain,
      possible,
    };
  };
  return evaluate('', '');
}

function reachedFrom({ edges }: BuiltGraph, triggerId: string): Set<string> {
  const reached = new Set([triggerId]);
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
  return reached;
}
