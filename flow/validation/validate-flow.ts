import type { FlowDefinition } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { checkCategorizers } from './check-categorizers.js';
import { checkChats } from './check-chats.js';
import { checkCode } from './check-code.js';
import { checkConditions } from './check-conditions.js';
import { checkCycles } from './check-cycles.js';
import { checkEvents } from './check-events.js';
import { checkLoops } from './check-loops.js';
import { checkPaths } from './check-paths.js';
import { checkPatterns } from './check-patterns.js';
import { checkOwnTools } from './check-own-tools.js';
import { checkReachability } from './check-reachability.js';
import { checkReferences } from './check-references.js';
import { checkRegistered, type FlowContext } from './check-registered.js';
import { checkResults } from './check-results.js';
import { checkRoutes } from './check-routes.js';
import { checkSubflows } from './check-subflows.js';
import { checkTemplates } from './check-templates.js';
import { checkValues } from './check-values.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { fieldName, valueAt } from './path.js';
import { plainCopy, type PlainCopy } from './plain-copy.js';
import { readCodeNodes } from './read-code-nodes.js';
import { readEdges } from './read-edges.js';
import { readHead, type FlowHead } from './read-head.js';
import { readNodes } from './read-nodes.js';
import { readTemplates } from './read-templates.js';
import { subjectAt } from './subject.js';

export interface FlowValidation {
  problems: readonly FlowProblem[];
  definition?: FlowDefinition;
}

const TOO_LARGE =
  'The flow cannot be read, or has more than 200,000 values or 2,000,000 characters; give smaller, plain JSON';

/** Never throws, takes bounded time, and returns a copy. */
export function validateFlow(given: unknown, context: FlowContext = {}): FlowValidation {
  return validateCopy(plainCopy(given), context);
}

export function validateCopy(copy: PlainCopy | undefined, context: FlowContext): FlowValidation {
  if (!copy) return { problems: [{ severity: 'error', message: TOO_LARGE }] };
  const strange = copyProblems(copy);
  const { value } = copy;
  if (value === undefined) return { problems: strange };
  const { head, problems } = readHead(value);
  if (isTooLong(value)) return { problems: [...strange, ...problems] };
  const nodes = readNodes(value);
  const byId = new Map(nodes.nodes.map((part) => [part.id, part]));
  const edges = readEdges(value, byId);
  const read = [...problems, ...nodes.problems, ...edges.problems];
  const graph = { nodes: nodes.nodes, edges: edges.edges, byId };
  const all = [
    ...strange,
    ...read.filter((problem) => !strange.some((other) => isSamePlace(problem, other))),
    ...checkGraph(graph, { context, definition: value, head }),
  ];
  if (!head || all.some(({ severity }) => severity === 'error')) return { problems: all };
  return {
    problems: [...all, ...checkResults(graph), ...checkChats(graph)],
    definition: { ...head, nodes: soundNodes(graph), edges: graph.edges },
  };
}

function checkGraph(
  graph: FlowGraph,
  { context, definition, head }: { context: FlowContext; definition: unknown; head: FlowHead | undefined },
): FlowProblem[] {
  const templates = readTemplates(graph, head?.missing);
  const codes = readCodeNodes(graph);
  const hasNodes = Array.isArray(valueAt(definition, ['nodes']));
  const slug = valueAt(definition, ['slug']);
  return [
    ...checkRoutes(graph),
    ...checkEvents(graph),
    ...checkLoops(graph),
    ...checkCycles(graph),
    ...(hasNodes ? checkReachability(graph) : []),
    ...checkCategorizers(graph),
    ...checkSubflows(graph),
    ...checkOwnTools(graph),
    ...checkRegistered(graph, { ...context, head, slug: typeof slug === 'string' ? slug : undefined }),
    ...checkTemplates(templates),
    ...checkCode(codes),
    ...checkReferences(graph, [...templates, ...codes]),
    ...checkPaths(graph),
    ...checkValues(graph),
    ...checkPatterns(graph),
    ...checkConditions(graph),
  ];
}

/** Values that are not JSON are not also missing. */
function copyProblems({ value, problems }: PlainCopy): FlowProblem[] {
  return problems.map(({ path, message }) => {
    const { name, ids, inside } = subjectAt(value, path);
    const field = fieldName(inside);
    if (field === '') return { severity: 'error', ...ids, message: `${name} ${message}` };
    return { severity: 'error', ...ids, field, message: `${name} has a field '${field}' that ${message}` };
  });
}

function isSamePlace(left: FlowProblem, right: FlowProblem): boolean {
  return left.node === right.node && left.edge === right.edge && left.field === right.field;
}

function isTooLong(definition: unknown): boolean {
  return (['nodes', 'edges'] as const).some((name) => {
    const list = valueAt(definition, [name]);
    return Array.isArray(list) && list.length > FLOW_LIMITS[name];
  });
}

function soundNodes({ nodes }: FlowGraph): FlowNode[] {
  return nodes.flatMap(({ node }) => (node ? [node] : []));
}
