import type { FlowEdge } from '../definition.js';
import { listRoutes, OTHER_ROUTE, type SwitchNode } from '../kinds/switch.js';
import { hasTrait } from '../kinds/traits.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shownNames } from '../values/shown.js';
import { edgeName } from './subject.js';
import { suggestion } from './suggestion.js';

/** Each route needs a switch that has it, and an edge. */
export function checkRoutes(graph: FlowGraph): FlowProblem[] {
  const switches = new Map(nodesOfKind(graph, 'switch').map((node) => [node.id, node]));
  const taken = new Map<string, Set<string>>();
  const problems: FlowProblem[] = [];
  for (const edge of graph.edges) {
    if (edge.route === undefined) continue;
    taken.set(edge.from, (taken.get(edge.from) ?? new Set()).add(edge.route));
    const text = routeProblem(edge, graph, switches.get(edge.from));
    if (text === undefined) continue;
    const name = edgeName(edge);
    const message = `Edge '${name}' has route '${cut(edge.route)}'${text}`;
    problems.push({ severity: 'error', edge: name, field: 'route', message });
  }
  return [...problems, ...[...switches.values()].flatMap((node) => untaken(node, taken.get(node.id)))];
}

function routeProblem(edge: FlowEdge, graph: FlowGraph, node: SwitchNode | undefined): string | undefined {
  const kind = graph.byId.get(edge.from)?.kind;
  if (kind !== undefined && !hasTrait({ kind }, 'choosesRoute'))
    return `, but node '${cut(edge.from)}' is of kind '${cut(kind)}'; only a switch has routes, so drop the route or put a switch between`;
  if (edge.on) return ` and on '${edge.on}'; drop one of the two`;
  if (!node) return undefined;
  const routes = listRoutes(node).map(({ route }) => route);
  if (routes.includes(edge.route ?? '')) return undefined;
  if (edge.route === OTHER_ROUTE)
    return `, but switch '${cut(node.id)}' has no fallback; set its 'config.fallback' to true`;
  const meant = suggestion(edge.route ?? '', routes);
  return `, which no rule of switch '${cut(node.id)}' returns${meant}; its routes: ${shownNames([...new Set(routes)])}`;
}

function untaken(node: SwitchNode, taken: ReadonlySet<string> | undefined): FlowProblem[] {
  const seen = new Set<string>(taken);
  return listRoutes(node).flatMap(({ route, field }): FlowProblem[] => {
    if (seen.has(route)) return [];
    seen.add(route);
    const message = `Switch '${cut(node.id)}' has route '${cut(route)}' in field '${field}', but no edge with this route; add one`;
    return [{ severity: 'warning', node: node.id, field, message }];
  });
}
