import type { FlowNode } from '../kinds/flow-node.js';
import { collect } from '../graph/collect.js';
import { mapPredecessors } from '../graph/neighbours.js';
import { listPaths } from '../kinds/find-kind.js';
import { RESERVED_IDS } from '../schema/names.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { mayHaveField, outputFields } from './output-fields.js';
import type { Reading, ReadTemplate } from './read-templates.js';
import { cut, shownNames } from './shown.js';
import { suggestion } from './suggestion.js';

/** Names below which all nodes are. */
const NODE_ROOTS: readonly string[] = ['nodes', 'node_outputs'];

/**
 * Checks that the nodes which others read exist, run before and have such a field. An input that cannot be is an
 * error; elsewhere what is missing gives an empty text.
 */
export function checkReferences(graph: FlowGraph, templates: readonly ReadTemplate[]): FlowProblem[] {
  const along = mapPredecessors(graph);
  const byNode = new Map<string, Reading[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const template of templates) byNode.get(template.node)?.push(template);
  return graph.nodes.flatMap(({ id, node }) => {
    const readings = [...(byNode.get(id) ?? []), ...(node === undefined ? [] : pathReadings(node))];
    if (readings.length === 0) return [];
    const before = collect(along.get(id) ?? [], { along });
    const problems = readings.flatMap((reading) =>
      reading.paths.flatMap((path) => pathProblem(graph, { id, before, reading, path })),
    );
    // A template may read the same a hundred times.
    return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
  });
}

/** The readings of a node without templates. */
function pathReadings(node: FlowNode): Reading[] {
  return listPaths(node).map(({ field, value, isInput = false }) => ({
    field,
    paths: [value.split('.')],
    isInput,
  }));
}

interface PathReading {
  id: string;
  before: ReadonlySet<string>;
  reading: Reading;
  path: readonly string[];
}

function pathProblem(graph: FlowGraph, { id, before, reading, path }: PathReading): FlowProblem[] {
  const { source, output } = readSource(path);
  if (source === undefined) return [];
  const wrong = sourceProblem(graph, { source, output });
  const late = before.has(source)
    ? undefined
    : `node '${cut(source)}' does not come before; lead it to this node, or read another one`;
  const text = wrong ?? late;
  if (text === undefined) return [];
  const { field, isInput } = reading;
  const severity = wrong !== undefined && isInput ? 'error' : 'warning';
  const message = `Node '${cut(id)}' reads '${cut(path.join('.'))}' in field '${field}', but ${text}`;
  return [{ severity, node: id, field, message }];
}

/** The node and the field of its output that a path names; nothing where it reads no node. */
function readSource(path: readonly string[]): { source?: string; output?: string } {
  const [first = ''] = path;
  const isBelowNodes = NODE_ROOTS.includes(first);
  const [source, output] = isBelowNodes ? path.slice(1) : path;
  return !isBelowNodes && RESERVED_IDS.includes(first) ? {} : { source, output };
}

function sourceProblem(
  { byId }: FlowGraph,
  { source, output }: { source: string; output?: string },
): string | undefined {
  const found = byId.get(source);
  if (found === undefined) {
    const meant = suggestion(source, [...byId.keys()]);
    return `there is no node '${cut(source)}'${meant}; name a node, 'trigger' or 'loop'`;
  }
  if (output === undefined || mayHaveField(found, output)) return undefined;
  const fields = shownNames(outputFields(found) ?? []);
  return `the output of node '${cut(source)}' of kind '${found.kind}' has no '${cut(output)}'; it has: ${fields}`;
}
