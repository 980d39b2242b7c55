import { fitsPattern } from '../../protocol/name-pattern.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { shown, shownNames, cut } from './shown.js';
import { suggestion } from './suggestion.js';

/** The registered names beside the definition; a list that is absent is not checked. */
export interface FlowContext {
  /** Names of all registered tools, the built-in ones among them; those of a server as one pattern, `files__*`. */
  tools?: readonly string[];
  /** Registered kinds as nodes name them: `custom:<name>`. */
  customKinds?: readonly string[];
  /** Slugs of all flows. */
  flows?: readonly string[];
}

/** Tools and kinds that nobody registered, and flows that are not there yet. */
export function checkRegistered(graph: FlowGraph, { tools, customKinds, flows }: FlowContext): FlowProblem[] {
  return [
    ...(customKinds === undefined ? [] : unknownKinds(graph, customKinds)),
    ...(tools === undefined ? [] : unknownTools(graph, tools)),
    ...(flows === undefined ? [] : unknownFlows(graph, flows)),
  ];
}

function unknownKinds({ nodes }: FlowGraph, known: readonly string[]): FlowProblem[] {
  return nodes.flatMap(({ id, kind }) => {
    if (kind?.startsWith('custom:') !== true || known.includes(kind)) return [];
    return [unknown({ severity: 'error', node: id, field: 'kind' }, { what: 'kind', name: kind, known })];
  });
}

function unknownTools(graph: FlowGraph, known: readonly string[]): FlowProblem[] {
  const registered = new Set(known);
  const patterns = known.filter((name) => name.endsWith('*'));
  return nodesOfKind(graph, 'agent').flatMap(({ id, config: { tools = [] } }) =>
    tools.flatMap((name, index) => {
      if (registered.has(name) || patterns.some((pattern) => fitsPattern(pattern, name))) return [];
      const place = { severity: 'error', node: id, field: `config.tools[${index}]` } as const;
      return [unknown(place, { what: 'tool', name, known })];
    }),
  );
}

function unknownFlows(graph: FlowGraph, known: readonly string[]): FlowProblem[] {
  return nodesOfKind(graph, 'subflow').flatMap(({ id, config: { flow } }) => {
    if (flow === undefined || known.includes(flow)) return [];
    const place = { severity: 'warning', node: id, field: 'config.flow' } as const;
    return [unknown(place, { what: 'flow', name: flow, known })];
  });
}

function unknown(
  place: Required<Pick<FlowProblem, 'severity' | 'node' | 'field'>>,
  { what, name, known }: { what: string; name: string; known: readonly string[] },
): FlowProblem {
  const has = `Node '${cut(place.node)}' has ${shown(name)} in field '${place.field}'`;
  const remedy = `register it or take a known one: ${shownNames(known)}`;
  return {
    ...place,
    message: `${has}, but this ${what} is not registered${suggestion(name, known)}; ${remedy}`,
  };
}
