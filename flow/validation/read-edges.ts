import type { FlowEdge } from '../definition.js';
import { isTrigger } from '../kinds/traits.js';
import { EDGE_SCHEMA } from '../schema/edge-schema.js';
import type { FlowProblem } from './flow-problem.js';
import { issueProblems } from './issue-problems.js';
import { valueAt } from './path.js';
import type { NodePart } from './read-nodes.js';
import { cut } from '../values/shown.js';
import { edgeName } from './subject.js';
import { suggestion } from './suggestion.js';

type Nodes = ReadonlyMap<string, NodePart>;

export function readEdges(definition: unknown, nodes: Nodes): { problems: FlowProblem[]; edges: FlowEdge[] } {
  const list = valueAt(definition, ['edges']);
  const problems: FlowProblem[] = [];
  const edges = new Map<string, FlowEdge>();
  for (const index of Array.isArray(list) ? list.keys() : []) {
    const base = ['edges', index];
    const parsed = EDGE_SCHEMA.safeParse(valueAt(definition, base));
    if (!parsed.success) problems.push(...issueProblems(parsed.error.issues, { definition, base }));
    const edge = parsed.success ? parsed.data : readEnds(valueAt(definition, base));
    if (!edge) continue;
    const wrong = endProblems(edge, nodes);
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    const key = JSON.stringify([edge.from, edge.to, edge.route, edge.on]);
    if (!edges.has(key)) edges.set(key, edge);
    else if (parsed.success) problems.push(edgeError(edge, 'is duplicated; remove one of the two'));
  }
  return { problems, edges: [...edges.values()] };
}

/** An edge that is invalid elsewhere still connects its nodes. */
function readEnds(given: unknown): FlowEdge | undefined {
  const from = valueAt(given, ['from']);
  const to = valueAt(given, ['to']);
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

function endProblems(edge: FlowEdge, nodes: Nodes): FlowProblem[] {
  const ends = (['from', 'to'] as const).flatMap((end) => {
    if (nodes.has(edge[end])) return [];
    const verb = end === 'from' ? 'comes from' : 'leads to';
    const meant = suggestion(edge[end], [...nodes.keys()]);
    return [
      edgeError(edge, `${verb} node '${cut(edge[end])}', which does not exist${meant}; name a node`, end),
    ];
  });
  if (ends.length > 0) return ends;
  if (edge.from === edge.to) return [edgeError(edge, 'leads from a node to itself; remove it', 'to')];
  const { kind } = nodes.get(edge.to) ?? {};
  if (!isTrigger(kind)) return [];
  const remedy = 'nothing can come before a trigger, so let it go to another node';
  return [edgeError(edge, `leads to node '${cut(edge.to)}' of kind '${kind}'; ${remedy}`, 'to')];
}

function edgeError(edge: FlowEdge, text: string, field?: string): FlowProblem {
  const name = edgeName(edge);
  return { severity: 'error', edge: name, field, message: `Edge '${name}' ${text}` };
}
